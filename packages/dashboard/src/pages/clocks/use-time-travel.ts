import { readAgain } from "../../server/stale.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { TestClock } from "@counterfoil/sdk";
import { client } from "../../server/client.ts";
import { clockQuery } from "./clock-queries.ts";

export interface Jump {
  readonly from: string;
  readonly to: string;
}

interface TimeTravel {
  readonly advance: (to: string) => void;
  /** The last jump that was started here. */
  readonly jump: Jump | null;
  readonly isMoving: boolean;
  readonly error: Error | null;
}

/** Advances a clock. When it has arrived, everything that depends on its time is read again. */
export function useTimeTravel(clock: TestClock, onJump?: (jump: Jump) => void): TimeTravel {
  const cache = useQueryClient();
  const [jump, setJump] = useState<Jump | null>(null);
  const wasMoving = useRef(false);
  const advance = useMutation({
    mutationFn: async (frozenTime: string) => await client.testClocks.advance(clock.id, { frozenTime }),
    onSuccess: (moving) => {
      const begun = { from: clock.frozenTime, to: moving.targetTime ?? moving.frozenTime };
      setJump(begun);
      onJump?.(begun);
      wasMoving.current = true;
      cache.setQueryData(clockQuery(clock.id).queryKey, moving);
    },
  });
  const isMoving = clock.status === "advancing";
  useEffect(() => {
    if (isMoving) wasMoving.current = true;
    else if (wasMoving.current) {
      wasMoving.current = false;
      void readAgain("testClocks");
    }
  }, [isMoving]);
  return { advance: advance.mutate, jump, isMoving: isMoving || advance.isPending, error: advance.error };
}

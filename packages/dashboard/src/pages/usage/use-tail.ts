import type { UsageEvent } from "@counterfoil/sdk";
import { useEffect, useRef, useState } from "react";
import { client } from "../../server/client.ts";
import { systemNow } from "../../format/clock.ts";

/** How many are kept on the page. */
const KEPT = 200;
/** The line of the rate goes back so far. */
export const SECONDS = 60;

interface Tail {
  readonly events: readonly UsageEvent[];
  /** How many came in each of the last seconds, the oldest first. */
  readonly rate: readonly number[];
  readonly error: Error | null;
}

const SILENCE: readonly number[] = Array.from({ length: SECONDS }, () => 0);

/** Events as they are committed. While it is paused, what comes is kept back and then shown at once. */
export function useTail({
  account,
  eventName,
  isPaused,
}: {
  readonly account: string | undefined;
  readonly eventName: string | undefined;
  readonly isPaused: boolean;
}): Tail & { readonly waiting: number } {
  const came = useRef<UsageEvent[]>([]);
  const paused = useRef(isPaused);
  const [tail, setTail] = useState<Tail & { waiting: number }>({ events: [], rate: SILENCE, error: null, waiting: 0 });
  useEffect(() => {
    paused.current = isPaused;
  }, [isPaused]);
  useEffect(() => {
    const leaving = new AbortController();
    came.current = [];
    setTail({ events: [], rate: SILENCE, error: null, waiting: 0 });
    const seconds = new Map<number, number>();
    // Thousands may come in a second: the page is drawn four times in it.
    const drawing = setInterval(() => {
      const now = Math.floor(systemNow() / 1000);
      const rate = SILENCE.map((_, index) => seconds.get(now - SECONDS + 1 + index) ?? 0);
      for (const second of seconds.keys()) if (second <= now - SECONDS) seconds.delete(second);
      // Taken here: React may call what it is given more than once.
      const fresh = paused.current ? [] : came.current.splice(0).toReversed();
      const waiting = came.current.length;
      setTail((before) => ({ ...before, rate, waiting, events: [...fresh, ...before.events].slice(0, KEPT) }));
    }, 250);
    const read = async () => {
      const where = { ...(account !== undefined && { account }), ...(eventName !== undefined && { eventName }) };
      for await (const { data } of client.events.tail(where, { signal: leaving.signal })) {
        came.current.push(data);
        if (came.current.length > KEPT) came.current.shift();
        const second = Math.floor(systemNow() / 1000);
        seconds.set(second, (seconds.get(second) ?? 0) + 1);
      }
    };
    read().catch((error: unknown) => {
      if (!leaving.signal.aborted) setTail((before) => ({ ...before, error: error as Error }));
    });
    return () => {
      leaving.abort();
      clearInterval(drawing);
    };
  }, [account, eventName]);
  return tail;
}

import type { ListedUsageEvent } from "@counterfoil/sdk";
import { useEffect, useRef, useState } from "react";
import { client } from "../../server/client.ts";
import { systemNow } from "../../format/clock.ts";

/** How many events the page keeps. */
const KEPT = 200;
/** How many seconds the rate chart covers. */
export const SECONDS = 60;

interface Tail {
  readonly events: readonly ListedUsageEvent[];
  /** The number of events in each of the last seconds, oldest first. */
  readonly rate: readonly number[];
  readonly error: Error | null;
}

const SILENCE: readonly number[] = Array.from({ length: SECONDS }, () => 0);

/** Events as they are committed. During a pause, new events are held and then shown together. */
export function useTail({
  account,
  eventName,
  isPaused,
}: {
  readonly account: string | undefined;
  readonly eventName: string | undefined;
  readonly isPaused: boolean;
}): Tail & { readonly waiting: number } {
  const came = useRef<ListedUsageEvent[]>([]);
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
    // Thousands of events may arrive in a second, so the page is drawn four times a second.
    const drawing = setInterval(() => {
      const now = Math.floor(systemNow() / 1000);
      const rate = SILENCE.map((_, index) => seconds.get(now - SECONDS + 1 + index) ?? 0);
      for (const second of seconds.keys()) if (second <= now - SECONDS) seconds.delete(second);
      // Taken outside of the state update, because React may call the update function more than once.
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

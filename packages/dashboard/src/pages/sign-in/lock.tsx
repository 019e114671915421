import { CounterfoilError } from "@counterfoil/sdk";
import { useEffect, useState } from "react";
import { systemNow } from "../../format/clock.ts";

/**
 * After too many attempts: a countdown of the seconds until the next attempt is allowed. Null while attempts are
 * allowed.
 */
export function useLock(error: unknown): number | null {
  const [[from, until], setUntil] = useState<readonly [unknown, number]>([null, 0]);
  const [now, setNow] = useState(0);
  const seconds = error instanceof CounterfoilError && error.status === 429 ? (error.retryAfterSeconds ?? 60) : null;
  useEffect(() => {
    if (seconds === null) return;
    setUntil([error, systemNow() + seconds * 1000]);
    setNow(systemNow());
    const timer = setInterval(() => setNow(systemNow()), 1_000);
    return () => clearInterval(timer);
  }, [error, seconds]);
  return seconds === null || from !== error || now >= until ? null : Math.ceil((until - now) / 1000);
}

export function LockedOut({ seconds }: { readonly seconds: number }) {
  const minutes = Math.floor(seconds / 60);
  return (
    <p role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <strong className="font-semibold">Too many attempts.</strong> Try again in{" "}
      <span className="figures">
        {minutes}:{String(seconds % 60).padStart(2, "0")}
      </span>
      . Until then, Counterfoil also rejects the correct password.
    </p>
  );
}

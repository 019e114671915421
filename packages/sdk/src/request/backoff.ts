/** How long to wait between attempts. */
export interface Backoff {
  /** The longest wait before the first repetition; it doubles with each. */
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
}

export const REQUEST_BACKOFF: Backoff = { firstMilliseconds: 250, longestMilliseconds: 8_000 };

/**
 * A random wait before repetition `k` (from 0), at least half of what doubles each time, so that clients who failed together do not
 * come back together.
 */
export function backoffMilliseconds({ firstMilliseconds, longestMilliseconds }: Backoff, k: number): number {
  const most = Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(k, 30));
  return most / 2 + (Math.random() * most) / 2;
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(reasonOf(signal));
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function reasonOf(signal: AbortSignal | null | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error(String(reason));
}

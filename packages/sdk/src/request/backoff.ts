/** The waits between attempts. */
export interface Backoff {
  /** The longest wait before the first retry, in milliseconds; it doubles with each retry. */
  readonly firstMilliseconds: number;
  readonly longestMilliseconds: number;
}

export const REQUEST_BACKOFF: Backoff = { firstMilliseconds: 250, longestMilliseconds: 8_000 };

/**
 * A random wait before retry `k` (from 0), between half and all of a maximum that doubles each time. So clients that
 * failed together do not retry together.
 */
export function backoffMilliseconds({ firstMilliseconds, longestMilliseconds }: Backoff, k: number): number {
  const most = Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(k, 30));
  return most / 2 + (Math.random() * most) / 2;
}

/** Waits. Rejects with the signal's reason as soon as the signal is aborted. */
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

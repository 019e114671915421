import { performance } from "node:perf_hooks";

/**
 * Signals closer together count as one press: Ctrl-C arrives from the terminal, and again through the parent process.
 */
const ONE_PRESS_MILLISECONDS = 400;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts when the process is asked to stop. */
export interface StopRequest {
  readonly signal: AbortSignal;
  /** Resolves when the process is asked to stop. */
  readonly came: Promise<void>;
  /** Stops listening. */
  end(): void;
}

/** Listens for Ctrl-C and similar signals. The second signal ends the process immediately. */
export function listenForStop(now: () => number = () => performance.now()): StopRequest {
  const controller = new AbortController();
  const { promise: came, resolve } = Promise.withResolvers<void>();
  let first: number | undefined;
  const heard = () => {
    if (first === undefined) {
      first = now();
      controller.abort();
      resolve();
    } else if (now() - first > ONE_PRESS_MILLISECONDS) {
      console.error("Stopped immediately.");
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return { signal: controller.signal, came, end: () => SIGNALS.forEach((signal) => process.off(signal, heard)) };
}

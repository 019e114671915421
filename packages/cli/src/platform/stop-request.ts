import { performance } from "node:perf_hooks";

/** Signals closer together are one press: Ctrl-C reaches us from the terminal, and again through what started us. */
const ONE_PRESS_MILLISECONDS = 400;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Aborts when somebody asks the process to stop. */
export interface StopRequest {
  readonly signal: AbortSignal;
  /** Resolves when the request comes. */
  readonly came: Promise<void>;
  /** Listens no more. */
  end(): void;
}

/** Listens for Ctrl-C and its like. The second one ends the process at once, whatever it is doing. */
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
      console.error("Stopped at once.");
      process.exit(130);
    }
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  return { signal: controller.signal, came, end: () => SIGNALS.forEach((signal) => process.off(signal, heard)) };
}

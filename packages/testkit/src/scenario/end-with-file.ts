import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * True if the project's files run one after the other in one process. They share what they started; it ends with
     * the process.
     */
    filesShareProcess: boolean | undefined;
  }
}

/** Stops what a test file started when the file ends, unless later files continue to use it (vitest.config.ts). */
export function endWithFile(stop: () => Promise<void>): void {
  if (inject("filesShareProcess") !== true) afterAll(stop);
}

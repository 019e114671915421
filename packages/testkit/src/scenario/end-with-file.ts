import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Files of the project run one after the other in the same process, and share what they started: it ends with the process. */
    filesShareProcess: boolean | undefined;
  }
}

/** Stops what a test file started when the file is over, unless the files after it go on with it (vitest.config.ts). */
export function endWithFile(stop: () => Promise<void>): void {
  if (inject("filesShareProcess") !== true) afterAll(stop);
}

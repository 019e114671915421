import { setTimeout as sleep } from "node:timers/promises";

/** Checks every 20 ms until the answer is true. Returns false if `milliseconds` pass first. */
export async function waitUntil(answer: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!(await answer())) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

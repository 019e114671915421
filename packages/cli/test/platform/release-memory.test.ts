import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const module = pathToFileURL(join(import.meta.dirname, "../../src/platform/release-memory.ts")).href;

/** The bytes of the heap of a process that made garbage, and that then waited or worked. */
async function heapAfter(meanwhile: string): Promise<number> {
  const program = `
    import { getHeapStatistics } from "node:v8";
    import { releaseMemoryWhenIdle } from ${JSON.stringify(module)};
    (() => { globalThis.garbage = Array.from({ length: 2_000_000 }, (_, number) => ({ number })); })();
    delete globalThis.garbage;
    const end = releaseMemoryWhenIdle(200);
    ${meanwhile}
    setTimeout(() => { end(); console.log(getHeapStatistics().total_heap_size); process.exit(); }, 1_500);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
  return Number(stdout);
}

test("an idle process returns the memory of garbage, and a busy one does not stop for it", async () => {
  const idle = await heapAfter("");
  const busy = await heapAfter(`
    setInterval(() => { for (const until = performance.now() + 30; performance.now() < until;); }, 40);`);
  expect(idle).toBeGreaterThan(0);
  expect(idle).toBeLessThan(busy * 0.7);
});

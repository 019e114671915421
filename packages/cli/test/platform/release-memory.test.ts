import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const module = pathToFileURL(join(import.meta.dirname, "../../src/platform/release-memory.ts")).href;

/**
 * Which part of its largest heap a process kept that made garbage, and then waited or worked for so long or until it returned a third.
 * V8 collects no garbage of an idle process by itself.
 */
async function keptAfter(milliseconds: number, meanwhile: string): Promise<number> {
  const program = `
    import { getHeapStatistics } from "node:v8";
    import { releaseMemoryWhenIdle } from ${JSON.stringify(module)};
    const heap = () => getHeapStatistics().total_heap_size;
    (() => { globalThis.garbage = Array.from({ length: 2_000_000 }, (_, number) => ({ number })); })();
    delete globalThis.garbage;
    let most = 0;
    const end = releaseMemoryWhenIdle(200);
    ${meanwhile}
    const until = performance.now() + ${milliseconds};
    setInterval(() => {
      most = Math.max(most, heap());
      const kept = heap() / most;
      if (kept > 2 / 3 && performance.now() < until) return;
      end();
      console.log(kept);
      process.exit();
    }, 100);`;
  const { stdout } = await run(process.execPath, ["--no-memory-reducer", "--input-type=module", "--eval", program]);
  return Number(stdout);
}

test("an idle process returns the memory of garbage, and a busy one does not stop for it", async () => {
  const idle = await keptAfter(60_000, "");
  expect(idle).toBeGreaterThan(0);
  expect(idle).toBeLessThan(2 / 3);
  const working = "setInterval(() => { for (const until = performance.now() + 30; performance.now() < until;); }, 40);";
  expect(await keptAfter(1_500, working)).toBeGreaterThan(0.9);
});

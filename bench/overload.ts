/**
 * Measures the server's capacity, opens five times as many requests for some seconds without waiting, then a quarter.
 * Answered requests must be stored, others refused quickly with a time to retry, memory bounded, and the server normal
 * afterwards. Otherwise exits with 1. Linux.
 * `npm run bench -- overload [seconds of flood] [times the capacity]`
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drive, findCapacity } from "./overload/drive.ts";
import { overloadFaults } from "./overload/faults.ts";
import { loads } from "./overload/loads.ts";
import { overloadTable } from "./overload/table.ts";
import { recordFigures } from "./platform/figures.ts";
import { memoryMebibytes } from "./platform/cores.ts";
import { resultsFolder } from "./platform/results-folder.ts";
import { startPlatform } from "./platform/start-platform.ts";
import type { Overload } from "./overload/overload.ts";

const [seconds = 10, times = 5] = process.argv.slice(2).map(Number);

const platform = await startPlatform();
const overloads: Overload[] = [];
for (const make of loads) {
  const load = await make(platform);
  const before = await load.stored();
  const capacity = await findCapacity(platform, load, 5_000);
  const memoryBefore = await memoryMebibytes(platform.serverPid);
  const calm = await drive(platform, load, { perSecond: capacity.perSecond / 4, milliseconds: 4_000 });
  let memoryHighest = 0;
  const sampling = setInterval(() => {
    void memoryMebibytes(platform.serverPid).then((now) => (memoryHighest = Math.max(memoryHighest, now)));
  }, 500);
  const flood = await drive(platform, load, { perSecond: capacity.perSecond * times, milliseconds: seconds * 1_000 });
  clearInterval(sampling);
  const after = await drive(platform, load, { perSecond: capacity.perSecond / 4, milliseconds: 4_000 });
  const answered = [capacity.attempted, calm, flood, after].reduce((sum, { done }) => sum + done, 0) * load.each;
  overloads.push({
    load,
    capacity: capacity.perSecond,
    calm,
    flood,
    after,
    memoryBefore,
    memoryHighest,
    memoryAfter: await memoryMebibytes(platform.serverPid),
    stored: (await load.stored()) - before,
    answered,
  });
}
await platform.stop();
const table = overloadTable(overloads, seconds, times);
const folder = await resultsFolder();
await writeFile(join(folder, "overload.md"), table);
console.log(table);
await recordFigures(
  overloads.flatMap(({ load, capacity, memoryHighest }) => [
    { name: `Capacity, ${load.name}`, unit: " requests/s", value: capacity, better: "higher" as const },
    { name: `Memory in the flood, ${load.name}`, unit: " MiB", value: memoryHighest, better: "lower" as const },
  ]),
);
const faults = overloads.flatMap(overloadFaults);
for (const fault of faults) console.log(`  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

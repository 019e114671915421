import type { Overload } from "./overload.ts";
import { quantile } from "./drive.ts";

/** Longer than the wait for a database connection, with a margin because the flood runs on the same machine. */
const QUICK_MILLISECONDS = 10_000;
const MOST_MEBIBYTES = 1_024;
/** As before the flood, with a margin for other work on the machine. */
const SLOWER = 5;

/** The conditions that did not hold. */
export function overloadFaults({ load, calm, flood, after, memoryHighest, stored, answered }: Overload): string[] {
  const faults: string[] = [];
  const add = (isWrong: boolean, what: string) => void (isWrong && faults.push(`${load.name}: ${what}`));
  add(stored !== answered, `${stored} are stored and ${answered} answered`);
  for (const [status, count] of flood.other) add(true, `${count} were answered ${status}`);
  add(flood.done === 0, "nothing was done under the flood");
  add(quantile(flood.refusedTook, 0.5) > QUICK_MILLISECONDS, "refusals were slow");
  add(memoryHighest > MOST_MEBIBYTES, `${memoryHighest.toFixed(0)} MiB were held`);
  add(after.refused > 0 || after.other.size > 0, `${after.refused} were refused after the flood`);
  const [median, then] = [quantile(calm.doneTook, 0.5), quantile(after.doneTook, 0.5)];
  add(
    then > Math.max(50, median * SLOWER),
    `after the flood the median was ${then.toFixed(0)} ms, before ${median.toFixed(0)}`,
  );
  return faults;
}

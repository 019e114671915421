import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Where reports are written: bench/results, or what BENCH_RESULTS names. Created if missing. */
export async function resultsFolder(): Promise<string> {
  const folder = process.env["BENCH_RESULTS"] ?? join(import.meta.dirname, "../results");
  await mkdir(folder, { recursive: true });
  return folder;
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figure } from "../platform/figures.ts";

/** How one benchmark ended. */
export interface Outcome {
  readonly name: string;
  readonly status: "measured" | "cannot run" | "failed" | "too long";
  readonly seconds: number;
  readonly arguments: readonly string[];
  readonly figures: readonly Figure[];
  /** Why it was not measured; empty if it was. */
  readonly reason: string;
  /** What it printed. */
  readonly output: string;
}

/** One run of all benchmarks: `results.json`, and a file of `releases`. */
export interface Results {
  readonly version: string;
  /** Short hash; with `+` if files were changed; `unknown` outside a repository. */
  readonly commit: string;
  readonly isShort: boolean;
  /** An instant, such as `2026-11-28T18:00:00.000Z`. */
  readonly startedAt: string;
  readonly machine: string;
  readonly outcomes: readonly Outcome[];
}

/** Kept results of releases, oldest version first. */
export async function readReleases(folder: string): Promise<Results[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const all = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Results),
  );
  return all.toSorted((a, b) => compareVersions(a.version, b.version));
}

/** By its numbers; a pre-release is before its release. */
export function compareVersions(a: string, b: string): number {
  const [[ofA = "", ...preA], [ofB = "", ...preB]] = [a.split("-"), b.split("-")];
  const [numbersA, numbersB] = [ofA.split(".").map(Number), ofB.split(".").map(Number)];
  for (let place = 0; place < Math.max(numbersA.length, numbersB.length); place += 1) {
    const difference = (numbersA[place] ?? 0) - (numbersB[place] ?? 0);
    if (difference !== 0) return difference;
  }
  if (preA.length === 0 || preB.length === 0) return preB.length - preA.length;
  return preA.join("-").localeCompare(preB.join("-"), "en", { numeric: true });
}

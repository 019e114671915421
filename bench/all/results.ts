import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figure } from "../platform/figures.ts";
import { PLANS } from "./plans.ts";

/** How one benchmark ended. */
export interface Outcome {
  readonly name: string;
  readonly status: "measured" | "cannot run" | "failed" | "too long";
  readonly seconds: number;
  /** When it started, and at which commit: short hash, with `+` if files were changed; `unknown` outside a repository. */
  readonly startedAt: string;
  readonly commit: string;
  readonly arguments: readonly string[];
  readonly figures: readonly Figure[];
  /** Why it was not measured; empty if it was. */
  readonly reason: string;
  /** What it printed. */
  readonly output: string;
}

/** The results of a version on one machine: `results.json`, and a file of `releases`. */
export interface Results {
  readonly version: string;
  readonly isShort: boolean;
  readonly machine: string;
  readonly outcomes: readonly Outcome[];
}

/** The results in a folder. Undefined if it has none. */
export async function readResults(folder: string): Promise<Results | undefined> {
  const text = await readFile(join(folder, "results.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/**
 * New results in place of the earlier ones of the same benchmarks. The others stay if they are of the same version, machine and
 * form.
 *
 * @param order the names of all benchmarks
 */
export function renewed(earlier: Results | undefined, latest: Results, order: readonly string[]): Results {
  const isSame =
    earlier?.version === latest.version && earlier.machine === latest.machine && earlier.isShort === latest.isShort;
  const isRenewed = (name: string) => latest.outcomes.some((outcome) => outcome.name === name);
  const kept = isSame ? earlier.outcomes.filter(({ name }) => !isRenewed(name)) : [];
  const outcomes = [...kept, ...latest.outcomes]
    .filter(({ name }) => order.includes(name))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return { ...latest, outcomes };
}

/** The names of planned benchmarks that have no outcome. */
export function withoutResults(outcomes: readonly Outcome[]): string[] {
  return Object.keys(PLANS).filter((name) => outcomes.every((outcome) => outcome.name !== name));
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

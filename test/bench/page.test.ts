import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { XmlDocument } from "libxml2-wasm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { coursesOf } from "../../bench/all/draw-releases.ts";
import { keepResults } from "../../bench/all/keep-results.ts";
import { PLANS } from "../../bench/all/plans.ts";
import { compareVersions, type Outcome, renewed, type Results } from "../../bench/all/results.ts";
import { writePage } from "../../bench/all/write-page.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterfoil-page-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function outcome(name: string, more: Partial<Outcome> = {}): Outcome {
  const of = { startedAt: "2026-11-28T18:00:00.000Z", commit: "abc1234" };
  return { name, status: "measured", seconds: 61, ...of, arguments: [], figures: [], reason: "", output: "", ...more };
}

function resultsOf(version: string, invoices: number, more: Partial<Results> = {}): Results {
  const figures = [
    { name: "Invoices of five lines", unit: "/s", value: invoices, better: "higher", target: 20_000 } as const,
    { name: "Slowest <round>", unit: "/s", value: invoices / 2, better: "higher" } as const,
  ];
  return {
    version,
    isShort: false,
    machine: "2 cores (Test & Sons), 24 GiB",
    outcomes: [
      outcome("engine", { figures, output: "median 25000 invoices/s" }),
      outcome("reads", { status: "cannot run", reason: "wrk is not installed." }),
    ],
    ...more,
  };
}

test("the page has figures with their targets, what was not measured and why, and well-formed pictures", async () => {
  const failed = outcome("billing", { status: "failed", reason: "Error: out of disk" });
  const results = resultsOf("0.2.0", 25_000);
  const path = await writePage(folder, join(folder, "releases"), {
    ...results,
    outcomes: [...results.outcomes, failed],
  });
  const page = await readFile(path, "utf8");
  expect(page).toContain("| The engine alone | Invoices of five lines | 25,000/s | 20,000/s | yes |");
  expect(page).toContain("- **Single reads** (`reads`), cannot run: wrk is not installed.");
  expect(page).toContain("**Not measured** (failed): Error: out of disk");
  expect(page).toContain("Not run yet: Usage events over HTTP, A month's usage of an account, ");
  expect(page).toContain("median 25000 invoices/s");
  expect(page).toContain("No release has kept its results yet.");
  const pictures = await readdir(join(folder, "pictures"));
  expect(pictures).toEqual(["engine-dark.svg", "engine-light.svg", "targets-dark.svg", "targets-light.svg"]);
  for (const name of pictures) {
    expect(page).toContain(`pictures/${name}`);
    using picture = XmlDocument.fromString(await readFile(join(folder, "pictures", name), "utf8"));
    expect(picture.root.name).toBe("svg");
  }
});

test("a short run says that its figures do not compare", async () => {
  const path = await writePage(folder, join(folder, "releases"), resultsOf("0.2.0", 25_000, { isShort: true }));
  expect(await readFile(path, "utf8")).toContain("**This is the short form.**");
});

/** With results of all benchmarks. */
function wholeResultsOf(version: string, invoices: number, more: Partial<Outcome> = {}): Results {
  const results = resultsOf(version, invoices);
  const others = Object.keys(PLANS).filter((name) => name !== "engine");
  return { ...results, outcomes: [...results.outcomes.slice(0, 1), ...others.map((name) => outcome(name, more))] };
}

test("a release keeps its results, and the page draws all releases", async () => {
  await writePage(folder, join(folder, "releases"), wholeResultsOf("0.1.0", 18_000));
  await keepResults(folder, "0.1.0");
  await writePage(folder, join(folder, "releases"), wholeResultsOf("0.2.0", 25_000));
  expect(await keepResults(folder, "0.2.0")).toBe(join(folder, "releases/0.2.0.json"));
  const kept = JSON.parse(await readFile(join(folder, "releases/0.2.0.json"), "utf8")) as Results;
  expect(kept.outcomes[0]).toMatchObject({
    name: "engine",
    output: "",
    figures: [{ value: 25_000 }, { value: 12_500 }],
  });
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain("pictures/releases-light.svg");
  using picture = XmlDocument.fromString(await readFile(join(folder, "pictures/releases-light.svg"), "utf8"));
  expect(picture.toString()).toContain("Invoices of five lines: 25,000/s");
});

test("new results replace those of the same benchmarks, and keep the others of the same version, machine and form", async () => {
  const order = ["engine", "events", "reads"];
  const earlier = resultsOf("0.2.0", 18_000);
  const events = outcome("events", { startedAt: "2026-11-30T02:00:00.000Z", commit: "def5678" });
  const latest = resultsOf("0.2.0", 0, { outcomes: [events] });
  expect(renewed(earlier, latest, order).outcomes.map(({ name }) => name)).toEqual(order);
  expect(renewed(earlier, latest, ["engine", "events"]).outcomes.map(({ name }) => name)).toEqual(["engine", "events"]);
  const again = renewed(earlier, resultsOf("0.2.0", 25_000), order);
  expect(again.outcomes.map(({ figures }) => figures[0]?.value)).toEqual([25_000, undefined]);
  for (const other of [{ version: "0.1.0" }, { machine: "4 cores" }, { isShort: true }])
    expect(renewed({ ...earlier, ...other }, latest, order).outcomes).toEqual([events]);
  expect(renewed(undefined, latest, order).outcomes).toEqual([events]);
  const path = await writePage(folder, join(folder, "releases"), renewed(earlier, latest, order));
  const page = await readFile(path, "utf8");
  expect(page).toContain("Counterfoil 0.2.0 (commits abc1234, def5678), 2026-11-28, 2026-11-30.");
  expect(page).toContain("`npm run bench -- events`, 1 min 1 s, on 2026-11-30 at commit def5678.");
});

test("results of another version, of the short form, incomplete, of several commits, or with a failure are not kept", async () => {
  const write = async (results: Results) => writeFile(join(folder, "results.json"), JSON.stringify(results));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow('Run "npm run bench -- all" first');
  await write(resultsOf("0.1.0", 1));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("These results are of 0.1.0, and the version is 0.2.0.");
  await write(resultsOf("0.2.0", 1, { isShort: true }));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("of the short form");
  await write(resultsOf("0.2.0", 1, { outcomes: [outcome("usage", { status: "failed", reason: "Error: x" })] }));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("usage, failed: Error: x");
  await write(resultsOf("0.2.0", 1));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("Results of events, usage, entitlements");
  await write(wholeResultsOf("0.2.0", 1, { commit: "def5678" }));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("These results are of the commits abc1234, def5678.");
  await mkdir(join(folder, "releases"));
  await writeFile(join(folder, "releases/0.3.0.json"), JSON.stringify(resultsOf("0.3.0", 1)));
  await write(wholeResultsOf("0.2.0", 1));
  await expect(keepResults(folder, "0.2.0")).rejects.toThrow("0.3.0 has kept results already, and 0.2.0 is older.");
});

test("releases are in the order of their versions, and a figure that one lacks is a gap", () => {
  const sorted = ["0.10.0", "0.2.0", "0.2.0-rc.10", "0.2.0-rc.2"].toSorted(compareVersions);
  expect(sorted).toEqual(["0.2.0-rc.2", "0.2.0-rc.10", "0.2.0", "0.10.0"]);
  const without = resultsOf("0.2.0", 0, { outcomes: [outcome("engine")] });
  const courses = coursesOf([resultsOf("0.1.0", 18_000), without, resultsOf("0.3.0", 25_000)]);
  expect(courses.map(({ name, values }) => ({ name, values }))).toEqual([
    { name: "Invoices of five lines", values: [18_000, null, 25_000] },
  ]);
});

import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choose } from "../../bench/all/choose.ts";
import { describe as describeBenchmark } from "../../bench/all/describe.ts";
import { NOT_RUN, PLANS } from "../../bench/all/plans.ts";
import { runBenchmark } from "../../bench/all/run-benchmark.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs `npm run bench -- <words>` where no program is found by its name. */
function benchWithoutPrograms(words: readonly string[], environment: Record<string, string> = {}) {
  const script = join(root, "scripts/bench.mjs");
  const env = { ...process.env, PATH: folder, ...environment };
  const { status, stderr } = spawnSync(process.execPath, [script, ...words], { env, encoding: "utf8" });
  return { status, stderr: stderr.trim() };
}

test("a benchmark without its program names it, and the command that installs it", () => {
  expect(benchWithoutPrograms(["reads"])).toEqual({
    status: 3,
    stderr: "wrk is not installed. On Debian and Ubuntu, run: apt-get install wrk",
  });
  expect(benchWithoutPrograms(["kill-bill"])).toEqual({
    status: 3,
    stderr: "java and mvn are not installed. On Debian and Ubuntu, run: apt-get install default-jre-headless maven",
  });
  const chromium = benchWithoutPrograms(["pages"], { COUNTERFOIL_CHROMIUM: "/nowhere" });
  expect(chromium.status).toBe(3);
  expect(chromium.stderr).toBe(
    "COUNTERFOIL_CHROMIUM names /nowhere, which does not exist. Name the program of a Chromium browser.",
  );
});

test("an unknown benchmark and an argument that is no number are refused", () => {
  const unknown = benchWithoutPrograms(["evnets"]);
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('There is no benchmark "evnets".\n  npm run bench -- all');
  const odd = benchWithoutPrograms(["events", "many"]);
  expect(odd.status).toBe(2);
  expect(odd.stderr).toContain('"many" is not a number above zero.');
});

test("a run keeps what a benchmark measured, with its log", async () => {
  const lines: string[] = [];
  const outcome = await run("engine", ["200", "1"], 120, (line) => lines.push(line));
  expect(outcome).toMatchObject({ name: "engine", status: "measured", reason: "", arguments: ["200", "1"] });
  expect(outcome.figures).toMatchObject([
    { name: "Invoices of five lines", unit: "/s", better: "higher", target: 20_000 },
  ]);
  expect(outcome.figures[0]?.value).toBeGreaterThan(0);
  expect(lines.at(-1)).toContain("invoices/s");
  expect(await readFile(join(folder, "engine.log"), "utf8")).toContain("200 invoices a round");
});

test("a benchmark that cannot run, fails or takes too long has a reason", async () => {
  process.env["COUNTERFOIL_CHROMIUM"] = "/nowhere";
  try {
    const outcome = await run("pages", [], 120);
    expect(outcome).toMatchObject({ status: "cannot run", reason: expect.stringContaining("/nowhere") as string });
  } finally {
    delete process.env["COUNTERFOIL_CHROMIUM"];
  }
  expect(await run("missing", [], 120)).toMatchObject({
    status: "failed",
    reason: 'There is no benchmark "missing".',
  });
  const late = await run("engine", ["2000000", "50"], 1);
  expect(late.status).toBe("too long");
  expect(late.reason).toContain("It was ended after");
});

test("all benchmarks are chosen in the order of the plans, and those without a plan come last", async () => {
  const files = await readdir(join(root, "bench"));
  const existing = files.filter((file) => file.endsWith(".ts")).map((file) => file.slice(0, -3));
  const { names, runnable, isShort } = choose(["--short"], [...existing, "another"]);
  expect(isShort).toBe(true);
  expect(runnable).toEqual(names);
  expect(names.slice(0, Object.keys(PLANS).length)).toEqual(Object.keys(PLANS));
  expect(names.at(-1)).toBe("another");
  expect(names.filter((name) => NOT_RUN.includes(name))).toEqual([]);
  expect(choose(["--only", "billing,engine", "--except", "engine"], existing).names).toEqual(["billing"]);
  expect(() => choose(["--only", "speed"], existing)).toThrow('There is no benchmark "speed" to choose.');
  expect(() => choose(["--fast"], existing)).toThrow(
    "The options are --short, --missing, --only events,billing and --except pages.",
  );
});

test("every benchmark says at its top what it measures", async () => {
  for (const name of Object.keys(PLANS)) {
    const described = describeBenchmark(await readFile(join(root, "bench", `${name}.ts`), "utf8"));
    expect(described.length, name).toBeGreaterThan(40);
    expect(described, name).not.toContain("npm run bench");
  }
});

function run(
  name: string,
  words: readonly string[],
  mostSeconds: number,
  onLine: (line: string) => void = () => undefined,
) {
  return runBenchmark({ name, arguments: words, folder, results: folder, mostSeconds, onLine });
}

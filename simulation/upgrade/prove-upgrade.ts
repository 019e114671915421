import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@counterfoil/storage/embedded";
import pg from "pg";
import { type Books, compareAnswers, sizes } from "./compare-answers.ts";
import { readBooks, startLoad } from "./load.ts";
import type { PackedRelease } from "./pack-release.ts";
import { createRoundRobin, createSeen, type Seen } from "./round-robin.ts";
import { runRelease, type RunningRelease, startRelease } from "./running-release.ts";

const MIGRATIONS_PENDING = 4;

export interface Upgrade {
  readonly from: PackedRelease;
  readonly to: PackedRelease;
  /** An empty database, as its owner. */
  readonly databaseUrl: string;
  /** How long the load runs before the first step and between the steps. */
  readonly stepMilliseconds: number;
  /** Deletes a stored event at the end, to see that the proof fails. */
  readonly loseEvent: boolean;
  readonly onStep: (step: string) => void;
}

export interface UpgradeReport {
  readonly faults: readonly string[];
  readonly seen: Seen;
  readonly answered: Record<keyof Books, number>;
}

/**
 * Upgrades a release under load: `migrate` while the old processes run, then the worker and two API processes, one
 * after the other. No answered request is lost, and clients see no 5xx other than a 503 with Retry-After (R-DIST-3).
 */
export async function proveUpgrade(upgrade: Upgrade): Promise<UpgradeReport> {
  const { from, to, databaseUrl, stepMilliseconds, onStep } = upgrade;
  const environment = { DATABASE_URL: databaseUrl, COUNTERFOIL_SECRET: randomBytes(32).toString("base64") };
  await succeed(from, ["migrate"], environment);
  const made = await succeed(from, ["org", "create", "--name", "Upgraded", "--sandbox", "--json"], environment);
  const { apiKey } = JSON.parse(made.trim().split("\n").at(-1) ?? "") as { apiKey: string };
  const [one, two, health] = [await freePort(), await freePort(), await freePort()];
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const startApi = (release: PackedRelease, port: number) =>
    startRelease(release, { words: ["serve", "--port", String(port)], healthUrl: urlOf(port), environment });
  const startWorker = (release: PackedRelease) =>
    startRelease(release, {
      words: ["worker"],
      healthUrl: urlOf(health),
      environment: { ...environment, COUNTERFOIL_HEALTH_PORT: String(health) },
    });
  const running = new Map<string, RunningRelease>();
  const seen = createSeen();
  const platform = createRoundRobin([urlOf(one), urlOf(two)], apiKey, seen);
  const restart = async (name: string, start: (release: PackedRelease) => Promise<RunningRelease>) => {
    onStep(`restart ${name}`);
    const code = (await running.get(name)?.stop()) ?? 0;
    if (code !== 0) seen.faults.push(`${name} of ${from.ref} ended with ${code} after SIGTERM`);
    running.set(name, await start(to));
    await sleep(stepMilliseconds);
  };
  try {
    running.set("worker", await startWorker(from));
    running.set("API 1", await startApi(from, one));
    running.set("API 2", await startApi(from, two));
    onStep(`load on ${from.ref}`);
    const load = await startLoad(platform);
    await sleep(stepMilliseconds);
    onStep("migrate --check");
    const check = await runRelease(to, ["migrate", "--check"], environment);
    if (check.code !== 0 && check.code !== MIGRATIONS_PENDING) seen.faults.push(`migrate --check: ${check.output}`);
    onStep(`migrate to ${to.ref}: ${check.output.trim().split("\n")[0]}`);
    await succeed(to, ["migrate"], environment);
    await sleep(stepMilliseconds);
    await restart("worker", startWorker);
    await restart("API 1", (release) => startApi(release, one));
    await restart("API 2", (release) => startApi(release, two));
    await load.stop();
    onStep("compare");
    if (upgrade.loseEvent) await loseEvent(databaseUrl);
    const faults = compareAnswers(load.answered, await readBooks(platform, load.answered));
    faults.push(...(await commandFaults(to, environment)));
    return { faults: [...seen.faults, ...faults], seen, answered: sizes(load.answered) };
  } finally {
    platform.end();
    await Promise.all([...running.values()].map((process) => process.stop()));
  }
}

async function commandFaults(release: PackedRelease, environment: Record<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const words of [
    ["verify"],
    ["doctor", "--usage", "--entitlements", "--audit", "--secrets"],
    ["doctor", "--installation"],
  ]) {
    const { code, output } = await runRelease(release, words, environment);
    if (code !== 0) faults.push(`counterfoil ${words.join(" ")} ended with ${code}: ${output.slice(-800)}`);
  }
  return faults;
}

async function succeed(
  release: PackedRelease,
  words: readonly string[],
  environment: Record<string, string>,
): Promise<string> {
  const { code, output } = await runRelease(release, words, environment);
  if (code !== 0) throw new Error(`${words.join(" ")} of ${release.ref} ended with ${code}: ${output}`);
  return output;
}

async function loseEvent(databaseUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    "delete from usage_event where ctid in (select ctid from usage_event limit 1) and tableoid in (select tableoid from usage_event limit 1)",
  );
  await owner.end();
  if (rowCount !== 1) throw new Error(`${rowCount} events were deleted instead of one`);
}

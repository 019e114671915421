import type { DocumentRenderer } from "@counterfoil/service";
import type { Action } from "./actions/action.ts";
import { ACTIONS } from "./actions/index.ts";
import { ISSUED_ACTIONS } from "./actions/issued/index.ts";
import { MONEY_ACTIONS } from "./actions/money/index.ts";
import { compareInvoices } from "./auditor/compare.ts";
import { openBooks } from "./auditor/books.ts";
import { Coverage } from "./coverage.ts";
import { checkBooked } from "./invariants/booked.ts";
import { checkEvents } from "./invariants/events.ts";
import { checkExplained } from "./invariants/explained.ts";
import { createFrozenCheck } from "./invariants/frozen.ts";
import { checkHoldings } from "./invariants/invariants.ts";
import { checkIsolation } from "./invariants/isolation.ts";
import { checkVerified } from "./invariants/verified.ts";
import { foundOrganization } from "./found-organization.ts";
import { readCorrected, readFailures, readLateUsage, readInvoices, readTrail } from "./platform/ledger.ts";
import { readMoney } from "./platform/money-ledger.ts";
import { Platform } from "./platform/platform.ts";
import type { Processes } from "./platform/processes.ts";
import type { SimulationServer } from "./platform/server.ts";
import { Random } from "./random.ts";
import { sideBySide } from "./side-by-side.ts";
import { passTime, type World } from "./world.ts";

export interface RunOptions {
  readonly seed: number;
  /** Skipped steps, for shrinking a failing run. */
  readonly without?: ReadonlySet<number>;
  /** The last step to run. */
  readonly through?: number;
  /** Skips all steps with money, as in runs before these steps existed. */
  readonly isUnpaid?: boolean;
}

export interface RunReport {
  readonly seed: number;
  readonly steps: number;
  readonly invoices: number;
  readonly lines: number;
  readonly events: number;
  readonly kills: number;
  readonly coverage: Coverage;
  /** Faults, the first first; empty if everything agrees. */
  readonly faults: readonly string[];
  /** The steps of the run. */
  readonly script: readonly string[];
}

export interface Surroundings {
  readonly server: SimulationServer;
  readonly processes: Processes;
  readonly documents: DocumentRenderer;
  /** Distinguishes organizations of the same seed. */
  nextOrganizationId(seed: number): string;
}

const MOST_STEPS = 45;
/** Maximum invoices and years of a run. */
const PATIENCE = 45;

/** Creates an organization from a seed, runs its script, and audits it after each step. */
export async function runSeed(surroundings: Surroundings, options: RunOptions): Promise<RunReport> {
  const random = new Random(`counterfoil ${options.seed}`);
  const { server, processes, documents } = surroundings;
  const setting = random.fork("platform");
  const platform = new Platform(processes, documents, {
    organizationId: surroundings.nextOrganizationId(options.seed),
    start: Date.UTC(
      setting.pick([2011, 2019, 2020, 2023, 2024, 2025]),
      setting.integer(0, 11),
      setting.integer(1, 28),
      12,
    ),
    graceHours: setting.pick([0, 0, 1, 24, 80]),
    skipsZero: setting.chance(0.25),
    usesTestClock: setting.chance(0.75),
    workers: setting.integer(1, 3),
  });
  const { organizationId } = platform;
  const world: World = {
    platform,
    books: openBooks(),
    journal: [],
    coverage: new Coverage(),
    sent: [],
    invoices: () => readInvoices(server.owner, organizationId),
    money: () => readMoney(server.owner, organizationId),
    taxes: random.fork("taxes").chance(0.6),
    sellsFrom: options.isUnpaid !== true && random.fork("country").chance(0.4) ? "DE" : null,
    issuesByHand: options.isUnpaid !== true && random.fork("by hand").chance(0.12),
    correctedInvoices: () => readCorrected(server.owner, organizationId),
    lateUsage: () => readLateUsage(server.owner, organizationId),
    corrected: new Set(),
    patience: PATIENCE,
  };
  const script: string[] = [];
  const checkFrozen = createFrozenCheck();

  async function audit(step: number): Promise<string[]> {
    const invoices = await world.invoices();
    const { books, journal } = world;
    const money = await world.money();
    const trail = await readTrail(server.owner, organizationId);
    return [
      ...(await readFailures(server.owner, organizationId)),
      ...compareInvoices(books, invoices),
      ...checkHoldings({ invoices, money, trail, journal, books, now: books.now }),
      ...checkFrozen(invoices),
      ...(options.isUnpaid === true ? [] : await checkExplained(world, random.fork(`explain ${step}`))),
    ];
  }

  /** Runs one step and the workers' reaction. */
  async function take(step: string, actions: readonly Action[], draw: Random): Promise<void> {
    const action = draw.weighted(actions.map((one) => [one.weight(world), one] as const));
    const before = world.journal.length;
    script.push(`${step}: ${action.name} at ${new Date(world.books.now).toISOString()}`);
    await action.perform(world, draw);
    if (!action.name.startsWith("advance")) await passTime(world, null);
    if (options.isUnpaid !== true) await platform.keepTotals();
    script.push(...world.journal.slice(before).map((entry) => `   ${JSON.stringify(entry)}`));
    world.coverage.count(`action: ${action.name}`);
  }

  /** Steps with money are drawn separately, so that the rest of the script is the same with and without them. */
  async function takeMoney(step: number): Promise<void> {
    if (options.isUnpaid === true) return;
    for (let place = 0; place < 2; place += 1) {
      const draw = random.fork(`money ${step} ${place}`);
      if (draw.chance(0.6)) await take(`${step}.${place}`, MONEY_ACTIONS, draw);
    }
  }

  /** The same for steps that give back of issued invoices in several ways. */
  async function takeIssued(step: number): Promise<void> {
    const draw = random.fork(`issued ${step}`);
    if (options.isUnpaid !== true && draw.chance(0.5)) await take(`${step}.issued`, ISSUED_ACTIONS, draw);
  }

  async function live(): Promise<string[]> {
    await foundOrganization(world, random.fork("organization"));
    script.push("founding", ...world.journal.map((entry) => `   ${JSON.stringify(entry)}`));
    for (let step = 0; step < MOST_STEPS && step <= (options.through ?? step) && world.patience > 0; step += 1) {
      const draw = random.fork(`step ${step}`);
      if (options.without?.has(step) === true) continue;
      await take(`${step}`, ACTIONS, draw);
      await takeMoney(step);
      await takeIssued(step);
      const faults = await audit(step);
      if (faults.length > 0) {
        script.push("The books of the platform and of the auditor", ...(await sideBySide(world, faults[0] ?? "")));
        return faults;
      }
    }
    const faults = [
      ...(await checkEvents(server.owner, world)),
      ...(await checkBooked(server.owner, world)),
      ...(await checkVerified(platform)),
      ...(await lookAsStranger(surroundings, platform)),
    ];
    if (faults.length > 0) script.push("The books at the end", ...(await sideBySide(world, faults.join("\n"))));
    return faults;
  }

  const faults = await live().catch((error: unknown) => [describe(error)]);
  platform.close();
  const invoices = await world.invoices();
  world.coverage.count(`clock: ${platform.options.usesTestClock ? "test clock" : "the platform's"}`);
  if (platform.kills > 0) world.coverage.count("fault: process killed", platform.kills);
  if (platform.options.workers > 1) world.coverage.count("fault: several workers");
  return {
    seed: options.seed,
    steps: script.filter((line) => /^\d+[.:]/.test(line)).length,
    invoices: invoices.length,
    lines: invoices.reduce((sum, { lines }) => sum + lines.length, 0),
    events: world.sent.length,
    kills: platform.kills,
    coverage: world.coverage,
    faults,
    script,
  };
}

async function lookAsStranger({ processes, documents }: Surroundings, platform: Platform): Promise<string[]> {
  const organizationId = `${platform.organizationId}_stranger`;
  const stranger = new Platform(processes, documents, { ...platform.options, organizationId });
  try {
    return await checkIsolation(stranger);
  } finally {
    stranger.close();
  }
}

function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.stack} ${"detail" in error ? String(error.detail) : ""}${error.cause === undefined ? "" : `\n${describe(error.cause)}`}`
    : String(error);
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { createKinds, FIRST_INVOICE } from "../calls/kinds.ts";
import { startBillingPlatform } from "../platform/billing-platform.ts";
import { createMetrics, metrics } from "../platform/catalogue.ts";
import { checkingCredit, holdingAndSettling, type Lane, settlingAndHolding } from "../platform/check-lanes.ts";
import { type Profile, profileDuring, profileHere } from "../platform/cpu-profile.ts";
import { createAccounts } from "../platform/create-accounts.ts";
import { PROFILED } from "../platform/database-profile.ts";
import { makeDueSubscriptions } from "../platform/due-subscriptions.ts";
import { accountAliases, clockOfABillion } from "../platform/event-load.ts";
import { overHttp } from "../platform/event-turns.ts";
import { onConnections } from "../platform/exchange.ts";
import { sellPrepaid, useTokens } from "../platform/sell-prepaid.ts";
import { type Platform, startPlatform } from "../platform/start-platform.ts";

/** Work on a platform whose server and PostgreSQL can be profiled. */
export interface ProfiledLoad {
  readonly title: string;
  /** A sentence about the load. */
  readonly shape: string;
  /** What the costs are divided by: "event". */
  readonly unit: string;
  readonly ownerUrl: string;
  profileServer(work: () => Promise<void>): Promise<Profile>;
  /** Returns how many units it did. */
  run(): Promise<number>;
  stop(): Promise<void>;
}

const INSPECTOR_PORT = 9317;
const EVENTS = 60_000;
const SUBSCRIPTIONS = 4_000;
const EVENTS_OF_AN_ACCOUNT = 30;
const ACCOUNTS = 40;
const CALLS = 400;
const CALL_CONNECTIONS = 8;
const CHECK_SECONDS = 10;
/** V8 compiles what is used often within the first seconds. */
const WARM_SECONDS = 8;
const CHECK_CONNECTIONS = 32;
const DAYS = 25;

/** By their names on the command line. */
export const LOADS: Readonly<Record<string, () => Promise<ProfiledLoad>>> = {
  batches: () => events("Usage events in batches of 1,000", 1_000, 16),
  single: () => events("Usage events one by one", 1, 256),
  billing,
  checks: () => credit("Credit checks", "check", checkingCredit),
  holds: () => credit("Holds and settlements", "call", holdingAndSettling),
  steps: () => credit("Holds that settle the hold before", "call", settlingAndHolding),
  calls,
};

async function events(title: string, perRequest: number, connections: number): Promise<ProfiledLoad> {
  const platform = await startProfiled();
  await createAccounts(platform, accountAliases);
  await createMetrics(platform, metrics);
  const way = overHttp(platform, clockOfABillion(), { name: title, perRequest, connections });
  await way.turn(EVENTS);
  await platform.owner.query("analyze");
  return {
    ...serverOf(platform),
    title,
    shape: `${connections} connections, durable commits.`,
    unit: "event",
    async run() {
      await way.turn(EVENTS);
      return EVENTS;
    },
  };
}

async function billing(): Promise<ProfiledLoad> {
  const platform = await startBillingPlatform(PROFILED);
  const due = await makeDueSubscriptions(platform, {
    subscriptions: SUBSCRIPTIONS,
    events: SUBSCRIPTIONS * EVENTS_OF_AN_ACCOUNT,
    usagePerAccount: EVENTS_OF_AN_ACCOUNT,
  });
  return {
    title: "Billing run",
    shape: `Five lines an invoice, three of them usage of ${EVENTS_OF_AN_ACCOUNT} events; one process with two lanes.`,
    unit: "invoice",
    ownerUrl: platform.ownerUrl,
    profileServer: profileHere,
    async run() {
      await due.run(() => undefined);
      return (await due.count()).invoices;
    },
    stop: () => platform.stop(),
  };
}

async function credit(title: string, unit: string, lane: Lane): Promise<ProfiledLoad> {
  const platform = await startProfiled();
  const ids = [...(await createAccounts(platform, accountAliases.slice(0, ACCOUNTS))).values()];
  const since = Date.now() - DAYS * 86_400_000;
  await sellPrepaid(platform, ids, new Date(since).toISOString().slice(0, "2026-01-01".length));
  for (const id of ids) await useTokens(platform, id, 1_000, since);
  let place = 0;
  const next = () => ids[(place += 1) % ids.length] ?? "";
  const run = async (seconds: number) => {
    const took: number[] = [];
    const end = performance.now() + seconds * 1_000;
    const isOver = () => performance.now() > end;
    await onConnections(platform, CHECK_CONNECTIONS, (exchange) => lane(exchange, next, isOver, took));
    return took.length;
  };
  await run(WARM_SECONDS);
  // So that the database has statistics of the load, as it soon would by itself.
  await platform.owner.query("analyze");
  return {
    ...serverOf(platform),
    title,
    shape: `${ACCOUNTS} accounts with a price of three tiers, a grant and 1,000 events; ${CHECK_CONNECTIONS} connections.`,
    unit,
    run: () => run(CHECK_SECONDS),
  };
}

async function calls(): Promise<ProfiledLoad> {
  const platform = await startProfiled();
  const kinds = await createKinds(platform, CALLS, 1);
  const kind = kinds.find(({ name }) => name === FIRST_INVOICE);
  if (kind === undefined) throw new Error(`no call is named "${FIRST_INVOICE}"`);
  let sent = 0;
  const run = async () => {
    const end = sent + CALLS;
    await onConnections(platform, CALL_CONNECTIONS, async (exchange) => {
      while (sent < end) await kind.call(exchange, sent++);
    });
    return CALLS;
  };
  await run();
  await platform.owner.query("analyze");
  return {
    ...serverOf(platform),
    title: "An account with its first invoice",
    shape: `Three requests: account, subscription, activation; ${CALL_CONNECTIONS} connections.`,
    unit: "call",
    run,
  };
}

async function startProfiled(): Promise<Platform> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const postgres = await startEmbeddedPostgres({ folder, settings: PROFILED });
  process.env["BENCH_DATABASE_URL"] = postgres.url;
  process.env["NODE_OPTIONS"] = `--inspect-port=${INSPECTOR_PORT}`;
  const platform = await startPlatform();
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverOf(platform: Platform): Pick<ProfiledLoad, "ownerUrl" | "profileServer" | "stop"> {
  return {
    ownerUrl: platform.ownerUrl,
    profileServer: (work) => profileDuring(platform.serverPid, INSPECTOR_PORT, work),
    stop: () => platform.stop(),
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { createDocumentRenderer } from "@counterfoil/documents";
import {
  checkUsageTotals,
  type Context,
  createAccount,
  createIds,
  createMetric,
  createOrganization,
  createSecrets,
  openServices,
  makeTotals,
  systemClock,
} from "@counterfoil/service";
import { openDatabase } from "@counterfoil/storage";
import pg from "pg";
import { Random } from "../random.ts";
import { startCrashingPlatform } from "./crashing-platform.ts";
import { type Client, startClient } from "./client.ts";

/** Results of a run. */
export interface CrashReport {
  readonly faults: readonly string[];
  readonly answered: number;
  /** Sent, but broken off or refused before a response. */
  readonly unanswered: number;
  readonly kills: number;
}

const CLIENTS = 4;
const ACCOUNTS = 5;

/**
 * Several clients send events continuously and record every response, while server and PostgreSQL are killed alternately at
 * random moments. Afterwards no answered event is missing or counted twice, unanswered ones can be sent again, and totals
 * match the events (R-EVT-2, R-EVT-3, R-EVT-8, invariant 9).
 */
export async function liveThroughCrashes(
  kills: number,
  seed: number,
  onKill: (kill: number) => void = () => undefined,
): Promise<CrashReport> {
  const random = new Random(`crash ${seed}`);
  const platform = await startCrashingPlatform();
  try {
    const { context, token, close } = await openShop(platform.appUrl);
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      startClient({
        index,
        token,
        accounts: ACCOUNTS,
        address: platform.address,
        random: random.fork(`client ${index}`),
      }),
    );
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(random.integer(100, 900));
      // First the server, then PostgreSQL: half of the kills each.
      await (kill <= kills / 2 ? platform.killServer() : platform.killPostgres());
      onKill(kill);
    }
    await sleep(500);
    await Promise.all(clients.map((client) => client.finish()));
    const faults = [...(await eventFaults(platform.ownerUrl, context, clients)), ...(await totalFaults(context))];
    await close();
    const sum = (of: (client: Client) => number) => clients.reduce((total, client) => total + of(client), 0);
    return { faults, answered: sum((one) => one.answered.size), unanswered: sum((one) => one.lost), kills };
  } finally {
    await platform.stop();
  }
}

async function openShop(appUrl: string) {
  const database = openDatabase(appUrl);
  const documents = createDocumentRenderer();
  const ids = createIds(systemClock);
  const actor = { type: "command", id: "crash" } as const;
  const context: Context = {
    database,
    ...openServices(database),
    documents,
    secrets: createSecrets([]),
    ids,
    clock: systemClock,
    organizationId: ids.next("org"),
    actor,
    requestId: null,
  };
  const { key } = await createOrganization(context, { name: "Crash", sandbox: true });
  for (let n = 0; n < ACCOUNTS; n += 1) await createAccount(context, { name: `Account ${n}`, aliases: [`crm-${n}`] });
  for (const method of ["count", "sum", "max", "latest"] as const) {
    const aggregation = method === "count" ? { method } : { method, field: "n" };
    await createMetric(context, { name: method, eventName: "call", aggregation, groupBy: ["region"] });
  }
  const close = async () => {
    await database.close();
    await documents.close();
  };
  return { context, token: key.token, close };
}

/** Every answered event exists once, and every other stored event was sent. */
async function eventFaults(ownerUrl: string, context: Context, clients: readonly Client[]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ id: string; times: string }>(
    "select unique_id as id, count(*) as times from named_usage_event where organization_id = $1 group by unique_id",
    [context.organizationId],
  );
  await owner.end();
  const stored = new Map(rows.map((row) => [row.id, Number(row.times)]));
  const faults: string[] = [];
  for (const client of clients) {
    faults.push(...client.faults);
    for (const id of client.answered) {
      const times = stored.get(id) ?? 0;
      if (times !== 1) faults.push(`the answered event ${id} is stored ${times} times`);
      stored.delete(id);
    }
  }
  for (const [id] of stored) faults.push(`the event ${id} is stored, and no client was told in the end`);
  return faults;
}

async function totalFaults(context: Context): Promise<string[]> {
  await makeTotals(context);
  const { differences, metrics, unfinished } = await checkUsageTotals(context, { repairs: false });
  const faults = differences.map(
    (each) => `${each.metricId} ${each.accountId} ${each.start}: ${each.stored} | ${each.events}`,
  );
  if (metrics !== 4 || unfinished.length > 0) faults.push(`${metrics} of 4 metrics are totalled`);
  return faults;
}

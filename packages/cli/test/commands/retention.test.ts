import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../running-command.ts";

let database: TestDatabase;
let owner: pg.Client;
/** A connection as the server's role. */
let server: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  server = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), server.connect()]);
  // One event on the 15th of this month and of each of the six months before. The oldest two months have no partition.
  await server.query(
    "select make_usage_partitions((now() - interval '4 months')::date, (now() + interval '1 month')::date)",
  );
  await owner.query(
    `insert into usage_event (sequence, timestamp, received_at, organization_number, stream_id, unique_id, properties)
     select n, date_trunc('month', now(), 'UTC') - make_interval(months => n) + interval '14 days', now(), 1, 1, 'event-' || n,
       '{}'
     from generate_series(0, 6) n`,
  );
});
afterAll(async () => {
  await Promise.all([owner.end(), server.end()]);
  await database.drop();
});

/** How many months ago the remaining events happened, latest first. */
async function kept(): Promise<number[]> {
  const { rows } = await owner.query<{ sequence: string }>("select sequence from usage_event order by sequence");
  return rows.map(({ sequence }) => Number(sequence));
}

/** As the server's role, which an attacker may control. */
const drop = async (months: string) =>
  (await server.query<{ dropped: number }>("select drop_usage_before($1) as dropped", [months])).rows[0]?.dropped;

test("the server's role cannot drop events that the database owner still keeps (R-EVT-8)", async () => {
  expect(await drop("9999-01-01")).toBe(0);
  expect(await kept()).toEqual([0, 1, 2, 3, 4, 5, 6]);

  // The role can neither change the retention nor bypass it.
  await server.query("select set_config('counterfoil.organization_id', 'org_1', false)");
  for (const statement of [
    "insert into usage_retention (kept_months) values (1)",
    "update usage_retention set kept_months = 1",
    "delete from usage_event",
    "delete from usage_event_key",
    "truncate usage_event",
    "drop table usage_event_rest",
  ]) {
    await expect(server.query(statement), statement).rejects.toMatchObject({ code: "42501" });
  }
});

test("a worker with a retention setting drops earlier months, and only those", async () => {
  const worker = runCommand(["worker"], {
    DATABASE_URL: database.ownerUrl,
    COUNTERFOIL_EVENT_RETENTION_MONTHS: "3",
  });
  const deadline = performance.now() + 30_000;
  // This month and the three before it. Month 4 is a partition; months 5 and 6 are rows of the rest.
  while ((await kept()).length > 4 && performance.now() < deadline) await sleep(50);
  worker.process.kill("SIGINT");
  expect(await worker.ended, worker.output()).toBe(0);
  expect(await kept()).toEqual([0, 1, 2, 3]);

  // A request to drop more drops nothing.
  expect(await drop("9999-01-01")).toBe(0);
  expect(await kept()).toEqual([0, 1, 2, 3]);
});

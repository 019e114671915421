import { createServer } from "@counterfoil/http";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { systemClock } from "@counterfoil/service";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

let platform: Environment;
let owner: pg.Client;

beforeAll(async () => {
  platform = await startEnvironment(systemClock, { isIdle: true });
  // In addition to the tested database, so that connections to it can be disallowed.
  const address = new URL(platform.database.ownerUrl);
  address.pathname = "/postgres";
  owner = new pg.Client({ connectionString: address.toString() });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await platform.stop();
});

async function ready() {
  const answer = await fetch(`${platform.url}/health/ready`);
  return { status: answer.status, body: (await answer.json()) as { status: string; checks: Record<string, string> } };
}
const live = async () => (await fetch(`${platform.url}/health/live`)).status;

test("is ready while the database responds with this release's schema and the process is not asked to stop (R-OPS-4)", async () => {
  expect(await ready()).toEqual({
    status: 200,
    body: { status: "ok", checks: { process: "ok", database: "ok", migrations: "ok" } },
  });
});

test("returns 503 with the reason without the database, stays alive, and is ready again when it is back", async () => {
  const name = new URL(platform.database.ownerUrl).pathname.slice(1);
  await owner.query(`alter database ${name} allow_connections false`);
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
  await expect.poll(async () => (await ready()).status).toBe(503);
  const { body } = await ready();
  expect(body).toMatchObject({ status: "unavailable", checks: { process: "ok", migrations: "unknown" } });
  expect(["away", "refusing"]).toContain(body.checks["database"]);
  expect(await live()).toBe(200);
  const scraped = await fetch(`${platform.url}/health/metrics`);
  expect([scraped.status, await scraped.text()]).toEqual([
    200,
    expect.stringContaining("counterfoil_database_answers 0"),
  ]);
  await owner.query(`alter database ${name} allow_connections true`);
  await expect.poll(async () => (await ready()).status).toBe(200);
});

test("names a missing migration of this release, and accepts additional ones", async () => {
  const database = new pg.Client({ connectionString: platform.database.ownerUrl });
  await database.connect();
  try {
    await database.query("insert into schema_migration (file, sha256) values ('9999_later.sql', '')");
    expect((await ready()).status).toBe(200);
    await database.query("delete from schema_migration where file like '0023%'");
    expect(await ready()).toMatchObject({ status: 503, body: { checks: { migrations: "missing: 0023_audit.sql" } } });
    // The database has not been migrated, or only to an old release.
    await database.query("drop function applied_migrations()");
    expect((await ready()).body.checks["migrations"]).toMatch(/^missing: 0001_foundation\.sql, 0002.*0023_audit\.sql/);
  } finally {
    await database.end();
  }
});

test("is not ready once the process is asked to stop, but still serves requests", async () => {
  const stopping = new AbortController();
  const server = await createServer(platform.ports, { stopping: stopping.signal });
  try {
    stopping.abort();
    const answer = await server.inject({ url: "/health/ready" });
    expect([answer.statusCode, answer.json<{ checks: object }>().checks]).toEqual([
      503,
      expect.objectContaining({ process: "stopping", database: "ok" }),
    ]);
    const { statusCode, headers } = await server.inject({ url: "/health/live" });
    expect([statusCode, headers["connection"]]).toEqual([200, "close"]);
  } finally {
    await server.close();
  }
});

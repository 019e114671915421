import { type Database, readState } from "@counterfoil/service";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker } from "../../src/index.ts";

// Loops are woken by commits. These tests take that away: work must be done without it, only later.

let platform: Environment;
beforeAll(async () => {
  platform = await startEnvironment({ now: () => new Date().toISOString() }, { isIdle: true });
});
afterAll(() => platform.stop());

/** The database, except that its state never seems to change. */
function unchanging(database: Database): Database {
  return {
    ...database,
    unscoped: async <Row>(text: string, values?: readonly unknown[], name?: string) =>
      name === "database-state" ? [{ state: "1:1:" } as Row] : database.unscoped<Row>(text, values, name),
  };
}

const unsealed = async (organizationId: string): Promise<number> => {
  const [row] = await platform.ports.database.read(organizationId, (tx) =>
    tx.sql<{ n: number }>("select count(*)::int as n from audit_unsealed where organization_id = $1", [organizationId]),
  );
  return row?.n ?? 0;
};

test("a commit changes the state, and reading it does not", async () => {
  const { database } = platform.ports;
  // Other tests write to the same server, so two readings may differ at times.
  await expect.poll(async () => (await readState(database)) === (await readState(database))).toBe(true);
  const before = await readState(database);
  await platform.createOrganization();
  expect(await readState(database)).not.toBe(before);
});

test("work that no change announces is done within twenty pauses (R-OPS-2)", async () => {
  const { id, api } = await platform.createOrganization();
  const failures: unknown[] = [];
  const worker = startWorker({
    ...platform.ports,
    database: unchanging(platform.ports.database),
    onError: (error) => failures.push(error),
    pauseMilliseconds: 20,
  });
  try {
    await expect.poll(() => unsealed(id)).toBe(0);
    await api.post("/accounts", { name: "Unnoticed", currency: "EUR" });
    await expect.poll(() => unsealed(id), { timeout: 20_000 }).toBe(0);
  } finally {
    await worker.stop();
  }
  expect(failures).toEqual([]);
});

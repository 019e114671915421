import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createFairShare } from "../../src/database/fair-share.ts";
import { type Database, openDatabase } from "../../src/index.ts";

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl, { connections: 5 });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

test("an organization with more requests than connections leaves some to others, and all its requests are served", async () => {
  const held = Promise.withResolvers<void>();
  const begun: number[] = [];
  const crowd = Array.from({ length: 9 }, (_, at) =>
    database.transaction("org_busy", async () => {
      begun.push(at);
      await held.promise;
    }),
  );
  const readings = Array.from({ length: 4 }, () => database.read("org_busy", (tx) => tx.sql("select pg_sleep(0)")));
  await vi.waitFor(() => expect(begun).toHaveLength(3), 20_000);
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await database.transaction("org_other", (tx) => tx.sql("select 1 as one"))).toEqual([{ one: 1 }]);
  }
  // Their order is that of the connections, which are opened in parallel.
  expect(new Set(begun)).toEqual(new Set([0, 1, 2]));
  expect(database.connections()).toMatchObject({ most: 5, waiting: 6 + 4 });
  held.resolve();
  await Promise.all([...crowd, ...readings]);
  expect(new Set(begun)).toEqual(new Set(crowd.keys()));
  expect(database.connections().waiting).toBe(0);
});

test("rejects a request that waits too long for its organization's share, and frees its place", async () => {
  const share = createFairShare(1, 20);
  await share.take("a");
  await expect(share.take("a")).rejects.toThrow("the database does not respond");
  expect(share.waiting()).toBe(0);
  await share.take("b");
  share.give("a");
  await share.take("a");
  await expect(share.take("a")).rejects.toThrow("the database does not respond");
});

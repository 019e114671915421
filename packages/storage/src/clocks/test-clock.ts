import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type TestClockRow = Row<"testClock">;

export const TEST_CLOCK_FIELDS: ListFields = {
  id: { type: "text", sql: "test_clock.id" },
  name: { type: "text", sql: "test_clock.name" },
  status: { type: "text", sql: "test_clock.status" },
  frozenTime: { type: "instant", sql: "test_clock.frozen_time" },
  createdAt: { type: "instant", sql: "test_clock.created_at" },
};

export async function findTestClock(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<TestClockRow | undefined> {
  const [row] = await tx.sql<TestClockRow>(`select * from test_clock where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

/** The test clocks with these IDs. */
export async function findTestClocks(tx: Tx, ids: readonly string[]): Promise<TestClockRow[]> {
  return tx.sql<TestClockRow>("select * from test_clock where organization_id = $1 and id = any($2)", [
    tx.organizationId,
    ids,
  ]);
}

export async function listTestClocks(tx: Tx, query: ListQuery): Promise<ListPage<TestClockRow>> {
  return listRows<TestClockRow>(tx, { table: "test_clock", fields: TEST_CLOCK_FIELDS }, query);
}

export async function insertTestClock(tx: Tx, clock: TestClockRow): Promise<void> {
  await tx.all(build.insertInto("testClock").values({ ...clock, organizationId: tx.organizationId }));
}

export async function updateTestClock(tx: Tx, clock: TestClockRow): Promise<void> {
  await tx.all(
    build
      .updateTable("testClock")
      .set(clock)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", clock.id),
  );
}

/** A clock that is advancing, and its target time. */
export type SentClock = Pick<TestClockRow, "id" | "targetTime">;

/** The clocks of the organization that are advancing. */
export async function findAdvancingClocks(tx: Tx): Promise<SentClock[]> {
  return tx.sql<SentClock>(
    "select id, target_time from test_clock where organization_id = $1 and status = 'advancing' order by id",
    [tx.organizationId],
  );
}

/**
 * Claims one of these clocks that no other worker is moving and that has not reached its target, and locks its row
 * until the transaction ends. A clock that waits for the payment provider is skipped. It advances again when the
 * results of its accounts' payments are known.
 */
export async function claimAdvancingClock(tx: Tx, among: readonly SentClock[]): Promise<TestClockRow | undefined> {
  const [row] = await tx.sql<TestClockRow>(
    `select * from test_clock where organization_id = $1 and status = 'advancing'
       and (id, target_time) in (select * from unnest($2::text[], $3::timestamptz[])) and not exists (
       select from payment p
       where p.organization_id = $1 and p.test_clock_id = test_clock.id and p.status = 'pending')
     order by updated_at, id limit 1 for no key update skip locked`,
    [tx.organizationId, among.map(({ id }) => id), among.map(({ targetTime }) => targetTime)],
  );
  return row;
}

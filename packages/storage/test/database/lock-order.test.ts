import { expect, test } from "vitest";
import { LOCK_ORDER } from "../../src/database/lock-order.ts";
import { createWatchedLocks } from "../../src/database/watched-locks.ts";

// Tests the watcher that checks the lock order in the other tests.

const SUBSCRIPTION = "sub_01kd0000000000000000000001";
const OTHER = "sub_01kd0000000000000000000002";
const ACCOUNT = "acct_01kd0000000000000000000001";
const lockSubscription = "select * from subscription where organization_id = $1 and id = any($2) for no key update";
const lockAccount = "select from account where organization_id = $1 and id = $2 for no key update";

/** Runs statements like one transaction and returns the violations found. */
function watch(...statements: readonly (readonly [text: string, ...ids: string[]])[]): string[] {
  const found: string[] = [];
  const locks = createWatchedLocks((message) => found.push(message));
  for (const [text, ...ids] of statements) {
    try {
      locks.beforeStatement(text, ["org_01kd0000000000000000000001", ids]);
      locks.afterStatement(text, []);
    } catch {
      // Also reported.
    }
  }
  return found;
}

test("each lock has one position", () => {
  const places = LOCK_ORDER.flatMap(({ locks, guards = [] }) => [...locks, ...guards]);
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBeGreaterThan(50);
});

test("accepts locks in order and rejects an earlier one after a later one", () => {
  expect(watch([lockSubscription, SUBSCRIPTION], [lockAccount, ACCOUNT])).toEqual([]);
  expect(watch([lockAccount, ACCOUNT], [lockSubscription, SUBSCRIPTION])).toEqual([
    `"subscription" (subscription) is locked after account, against the lock order: ${lockSubscription}`,
  ]);
});

test("accepts writing a locked row later, and rejects another row of its level", () => {
  const update = "update subscription set status = 'active' where organization_id = $1 and id = $2";
  const before = [
    [lockSubscription, SUBSCRIPTION],
    [lockAccount, ACCOUNT],
  ] as const;
  expect(watch(...before, [update, SUBSCRIPTION])).toEqual([]);
  expect(watch(...before, [update, OTHER])).toHaveLength(1);
});

test("accepts any lock on a row that the transaction inserted", () => {
  const made = "insert into invoice (id) values ($1)";
  const update = "update invoice set status = 'issued' where organization_id = $1 and id = $2";
  const invoice = "inv_01kd0000000000000000000001";
  expect(watch([made, invoice], [lockAccount, ACCOUNT], [update, invoice])).toEqual([]);
  expect(watch([lockAccount, ACCOUNT], [update, invoice])).toHaveLength(1);
});

test("accepts any lock that does not wait", () => {
  expect(watch([lockAccount, ACCOUNT], [`${lockSubscription} skip locked`, SUBSCRIPTION])).toEqual([]);
});

test("rejects a guarded row without its guarding lock", () => {
  const grants = "select * from credit_grant where organization_id = $1 and account_id = any($2) for no key update";
  expect(watch([lockAccount, ACCOUNT], [grants, ACCOUNT])).toEqual([]);
  expect(watch([grants, ACCOUNT])).toEqual([
    `"credit_grant" is locked without a lock of its level, account: ${grants}`,
  ]);
});

test("releases locks taken since a savepoint when rolling back to it", () => {
  const statements = [["savepoint attempt"], [lockAccount, ACCOUNT], ["rollback to savepoint attempt"]] as const;
  expect(watch(...statements, [lockSubscription, SUBSCRIPTION])).toEqual([]);
});

test("finds a table without a position", () => {
  expect(watch(["update thing set name = $2 where organization_id = $1"])).toEqual([
    '"thing" has no place in the lock order: update thing set name = $2 where organization_id = $1',
  ]);
});

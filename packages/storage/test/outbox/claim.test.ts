import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OutboxTable, WEBHOOK_DELIVERIES } from "../../src/index.ts";
import { later, openRows, type Rows, TABLES } from "./waiting-rows.ts";

// R-MAIL-1, R-HOOK-2, R-INV-7: everything that is sent outside uses the same claim statement and the same release.

const NOW = "2026-03-01T09:00:00.000Z";
const UNTIL = later(NOW, 60);

let rows: Rows;
beforeAll(async () => {
  rows = await openRows();
});
afterAll(() => rows.close());

const storedIn = ({ name }: OutboxTable) => (["letter", "notice"].includes(name) ? `identity.${name}` : name);

beforeEach(async () => {
  for (const table of TABLES) await rows.sql(`delete from ${storedIn(table)}`);
});

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe.each(TABLES)("the outbox $name", (table) => {
  test("two concurrent workers claim every row exactly once", async () => {
    const waiting = Array.from({ length: 40 }, (_, index) => `row_${String(index).padStart(2, "0")}`);
    for (const id of waiting) await rows.insert(table, id, NOW);
    const claimed: string[][] = [];
    for (let round = 0; claimed.flat().length < waiting.length && round < 20; round += 1) {
      const looks = await Promise.all([1, 2, 3].map(() => rows.claim(table, NOW, UNTIL, 7)));
      expect(looks.every((look) => look.length <= 7)).toBe(true);
      claimed.push(...looks.map(ids));
    }
    expect(claimed.flat().toSorted()).toEqual(waiting);
    expect(claimed.length).toBeGreaterThan(1);
    expect(await rows.claim(table, later(NOW, 59), later(NOW, 119))).toEqual([]);
  });

  test("claims rows in the order in which they are due, and none before", async () => {
    await rows.insert(table, "later", later(NOW, -1));
    await rows.insert(table, "not_yet", later(NOW, 1));
    await rows.insert(table, "first", later(NOW, -3));
    await rows.insert(table, "second", later(NOW, -2));
    const taken = await rows.claim(table, NOW, UNTIL, 2);
    expect(ids(taken)).toEqual(["first", "second"]);
    expect(taken[0]).toMatchObject({ attempts: 1, nextAttemptAt: UNTIL, lockedUntil: UNTIL, wasTried: false });
    expect(ids(await rows.claim(table, NOW, UNTIL))).toEqual(["later"]);
  });

  test("claims a row again after its lease, and ignores the late result of the first worker", async () => {
    await rows.insert(table, "held", NOW);
    const [dead] = await rows.claim(table, NOW, UNTIL);
    const [alive] = await rows.claim(table, UNTIL, later(UNTIL, 60));
    expect(alive).toMatchObject({ id: "held", attempts: 2, lockedUntil: later(UNTIL, 60), wasTried: true });
    expect(await rows.settle(table, dead!, { nextAttemptAt: later(NOW, 5) })).toBe(false);
    expect(await rows.settle(table, alive!, { nextAttemptAt: later(UNTIL, 30) })).toBe(true);
    expect(await rows.settle(table, alive!, { nextAttemptAt: later(UNTIL, 90) })).toBe(false);
    expect(await rows.claim(table, later(UNTIL, 29), later(UNTIL, 99))).toEqual([]);
    const [again] = await rows.claim(table, later(UNTIL, 30), later(UNTIL, 99));
    expect(again).toMatchObject({ id: "held", attempts: 3, wasTried: true });
  });

  test("this release and the one before respect each other's claims and postponements", async () => {
    const [due, key] = [
      ["payment", "refund"].includes(table.name) ? "call_at" : "due_at",
      table === WEBHOOK_DELIVERIES ? "notification_id" : "id",
    ];
    const place = storedIn(table);
    const held = table === WEBHOOK_DELIVERIES ? ", in_hand = true" : "";
    const free = table === WEBHOOK_DELIVERIES ? ", in_hand = false" : "";
    await rows.insert(table, "shared", NOW);
    // The earlier release claims it and dies. This release claims it when its lease is over.
    await rows.sql(`update ${place} set ${due} = $1${held} where ${due} <= $2`, [UNTIL, NOW]);
    expect(await rows.claim(table, later(NOW, 59), later(NOW, 119))).toEqual([]);
    const [mine] = await rows.claim(table, UNTIL, later(UNTIL, 60));
    expect(mine).toMatchObject({ id: "shared" });
    // The earlier release sees the claim, and claims the row when this release's lease is over.
    const takenBefore = (now: string) =>
      rows.sql(`update ${place} set ${due} = $1${held} where ${due} <= $2 returning ${key}`, [later(now, 60), now]);
    expect(await takenBefore(later(UNTIL, 59))).toHaveLength(0);
    expect(await takenBefore(later(UNTIL, 60))).toHaveLength(1);
    expect(await rows.settle(table, mine!, { nextAttemptAt: NOW })).toBe(false);
    // The earlier release puts it off, and this release respects that.
    await rows.sql(`update ${place} set ${due} = $1${free}`, [later(UNTIL, 300)]);
    expect(await rows.claim(table, later(UNTIL, 299), later(UNTIL, 359))).toEqual([]);
    expect(await rows.claim(table, later(UNTIL, 300), later(UNTIL, 360))).toHaveLength(1);
  });
});

test("a mail without a time is due before those that were tried", async () => {
  const mails = TABLES.find(({ name }) => name === "mail")!;
  await rows.insert(mails, "tried", later(NOW, -60));
  await rows.insert(mails, "b_new", NOW);
  await rows.insert(mails, "a_new", NOW);
  await rows.sql("update mail set next_attempt_at = null where id like '%_new'");
  expect(ids(await rows.claim(mails, NOW, UNTIL))).toEqual(["a_new", "b_new", "tried"]);
});

test("knows a call that the release before made without counting it, so that it is looked up before a retry (R-INV-7)", async () => {
  for (const table of TABLES.filter(({ firstAttempt }) => firstAttempt === "called_at")) {
    await rows.insert(table, "called", later(NOW, -60));
    await rows.insert(table, "new", NOW);
    await rows.sql(`update ${table.name} set call_at = $1, called_at = $2 where id = 'called'`, [NOW, later(NOW, -60)]);
    const taken = await rows.claim(table, NOW, UNTIL);
    expect(taken.map(({ id, attempts, wasTried }) => [id, attempts, wasTried])).toEqual([
      ["called", 1, true],
      ["new", 1, false],
    ]);
  }
});

test("leaves rows of another organization alone", async () => {
  for (const table of TABLES.filter(({ isOfOrganization }) => isOfOrganization)) {
    await rows.insert(table, "own", NOW);
    await rows.insert(table, "other", NOW);
    const key = table === WEBHOOK_DELIVERIES ? "notification_id" : "id";
    await rows.sql(`update ${table.name} set organization_id = 'org_b' where ${key} = 'other'`);
    expect(ids(await rows.claim(table, NOW, UNTIL))).toEqual(["own"]);
  }
});

test("claims deliveries of one object one after another while those of other objects continue (R-HOOK-2)", async () => {
  for (const [sequence, object] of ["x", "x", "x", "y"].entries()) {
    await rows.insert(WEBHOOK_DELIVERIES, `ntf_${sequence}`, NOW, { object, sequence });
  }
  const first = await rows.claim(WEBHOOK_DELIVERIES, NOW, UNTIL);
  expect(ids(first)).toEqual(["ntf_0", "ntf_3"]);
  const waiting = await rows.sql<{ id: string; attempts: number; seconds: number; locked: boolean }>(
    `select notification_id as id, attempts, extract(epoch from next_attempt_at - $1)::integer as seconds,
       locked_until is not null as locked
     from webhook_delivery where notification_id in ('ntf_1', 'ntf_2') order by 1`,
    [NOW],
  );
  // The next in line is examined again soon, the rows behind it much later.
  expect(waiting).toEqual([
    { id: "ntf_1", attempts: 0, seconds: 1, locked: false },
    { id: "ntf_2", attempts: 0, seconds: 600, locked: false },
  ]);
  await rows.settle(WEBHOOK_DELIVERIES, first[0]!, { nextAttemptAt: later(NOW, 30) });
  // It waits for the one before it.
  expect(await rows.claim(WEBHOOK_DELIVERIES, later(NOW, 1), later(NOW, 61))).toEqual([]);
  expect(ids(await rows.claim(WEBHOOK_DELIVERIES, later(NOW, 30), later(NOW, 90)))).toEqual(["ntf_0"]);
});

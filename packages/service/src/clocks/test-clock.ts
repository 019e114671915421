import {
  findTestClock,
  getOrganization,
  insertTestClock,
  type ListPage,
  type ListQuery,
  listTestClocks as listRows,
  type TestClockRow,
  updateTestClock,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { toInstantText } from "../time.ts";
import { progressOf } from "./progress-of.ts";

/** A test clock as the API shows it (R-TIME-4). */
export interface TestClock {
  id: string;
  name: string | null;
  frozenTime: string;
  /** The target of an advancing clock. Null if the clock is not advancing. */
  targetTime: string | null;
  status: TestClockRow["status"];
  /** The progress to the target, from 0 to 1. */
  progress: number;
  /** Why it stopped before its target. Null unless it failed. */
  failure: string | null;
  createdAt: string;
  updatedAt: string;
}

function toTestClock(row: TestClockRow): TestClock {
  const { advancedFrom: _start, ...shown } = row;
  return { ...shown, targetTime: row.status === "ready" ? null : row.targetTime, progress: progressOf(row) };
}

/** Creates a clock frozen at `frozenTime`. Only in a sandbox: live accounts use real time. */
export function createTestClock(
  context: Context,
  input: { frozenTime: string; name?: string | null },
): Promise<TestClock> {
  return transact(context, async (work) => {
    const organization = await getOrganization(work.tx);
    if (!organization.sandbox) {
      throw new DomainError("state_conflict", "Test clocks are available only in sandbox organizations.");
    }
    const now = work.clock.now();
    const frozenTime = toInstantText(input.frozenTime, organization.timezone);
    const clock: TestClockRow = {
      id: work.ids.next("clock"),
      name: input.name ?? null,
      frozenTime,
      advancedFrom: frozenTime,
      targetTime: frozenTime,
      status: "ready",
      failure: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertTestClock(work.tx, clock);
    await audit(work, { action: "test_clock.created", objectId: clock.id, after: toTestClock(clock) });
    return toTestClock(clock);
  });
}

/**
 * Advances a clock. A worker then runs everything that falls due on the way, in order. Time never goes back (422), and
 * an advancing clock has to arrive first (409). A failed clock can be advanced again.
 */
export function advanceTestClock(context: Context, id: string, input: { frozenTime: string }): Promise<TestClock> {
  return transact(context, async (work) => {
    const before = await findTestClock(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("test clock", id);
    if (before.status === "advancing") {
      throw new DomainError(
        "state_conflict",
        `The test clock is advancing to ${before.targetTime}. Wait until its status is ready.`,
      );
    }
    const { timezone } = await getOrganization(work.tx);
    const targetTime = toInstantText(input.frozenTime, timezone);
    if (targetTime <= before.frozenTime) {
      const detail = `frozenTime must be later than the time of the clock, ${before.frozenTime}.`;
      refuseFaults([{ pointer: "/frozenTime", code: "not_later", detail }]);
    }
    const after: TestClockRow = {
      ...before,
      advancedFrom: before.frozenTime,
      targetTime,
      status: "advancing",
      failure: null,
      updatedAt: work.clock.now(),
    };
    await updateTestClock(work.tx, after);
    await audit(work, {
      action: "test_clock.advanced",
      objectId: id,
      before: toTestClock(before),
      after: toTestClock(after),
    });
    return toTestClock(after);
  });
}

export function getTestClock(context: Context, id: string): Promise<TestClock> {
  return read(context, async (tx) => {
    const row = await findTestClock(tx, id);
    if (row === undefined) throw notFound("test clock", id);
    return toTestClock(row);
  });
}

export function listTestClocks(context: Context, query: ListQuery): Promise<ListPage<TestClock>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, query);
    return { rows: page.rows.map(toTestClock), total: page.total };
  });
}

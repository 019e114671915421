import {
  claimAdvancingClock,
  DatabaseAway,
  findAdvancingClocks,
  nextDueOnClock,
  type SentClock,
  type TestClockRow,
  TransactionConflict,
  updateTestClock,
} from "@counterfoil/storage";
import { lookForLateUsage } from "../../billing/index.ts";
import { nextStop } from "./next-stop.ts";
import { runClaim } from "./run-due.ts";
import { type Context, read, transact, type Work } from "../../context.ts";
import { stepCollections } from "../collect/index.ts";
import { finishLookingAtMargins } from "../margin-alerts/index.ts";
import { finishLookingAtSpend } from "../spend-limits/index.ts";
import { finishLookingAtAlerts, type OnAlertFailure } from "../../usage-alerts/index.ts";

/** Steps of a clock between two checks for late usage. */
const STEPS_AT_ONCE = 20;

/**
 * Moves every advancing clock of the organization to its target. Usage reported before is first evaluated for alerts and limits at
 * the clock's old time. Returns the number of steps.
 */
export async function runTestClocks(
  context: Context,
  onAlertFailure: OnAlertFailure = () => undefined,
): Promise<number> {
  for (let steps = 0; ;) {
    const sent = await read(context, findAdvancingClocks);
    if (sent.length === 0) return steps;
    if (steps === 0) {
      await finishLookingAtAlerts(context, onAlertFailure);
      await finishLookingAtSpend(context, onAlertFailure);
      await finishLookingAtMargins(context);
    }
    // Usage accepted before a clock was advanced must count on its way. A clock that is advanced after this check waits
    // for the next check.
    await lookForLateUsage(context);
    const taken = await moveClocks(context, sent);
    if (taken === 0) return steps;
    steps += taken;
  }
}

/** Takes some steps, each of one clock. */
async function moveClocks(context: Context, sent: readonly SentClock[]): Promise<number> {
  for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) if (!(await moveOneClock(context, sent))) return steps;
  return STEPS_AT_ONCE;
}

/**
 * One step of one clock, in its own transaction: a claim takes locks from the first level to the last, so two claims in
 * one transaction would break the lock order (docs/locking.md). A step that fails stops the clock at its time and
 * records why; the clock can be advanced again. Returns whether there was a clock to move.
 */
async function moveOneClock(context: Context, sent: readonly SentClock[]): Promise<boolean> {
  let claimed: TestClockRow | undefined;
  try {
    return await transact(context, async (work) => {
      claimed = await claimAdvancingClock(work.tx, sent);
      if (claimed === undefined) return false;
      const moved = await step(work, claimed);
      await updateTestClock(work.tx, { ...moved, updatedAt: work.clock.now() });
      return true;
    });
  } catch (error) {
    if (error instanceof DatabaseAway || error instanceof TransactionConflict || claimed === undefined) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    const failed: TestClockRow = { ...claimed, status: "failed", failure, updatedAt: context.clock.now() };
    await transact(context, (work) => updateTestClock(work.tx, failed));
    return true;
  }
}

/**
 * Moves to the next instant at which something of the clock's accounts falls due, or to the target if nothing is due
 * before.
 */
async function step(work: Work, clock: TestClockRow): Promise<TestClockRow> {
  const moved = nextStop(clock, await nextDueOnClock(work.tx, clock.id));
  if (moved.status === "ready") return moved;
  const { frozenTime } = moved;
  await updateTestClock(work.tx, moved);
  const { billed, issued, overdue, credited } = await runClaim(work, { now: frozenTime, testClockId: clock.id });
  // Payments are collected before time moves on, because no provider is called inside a transaction.
  if (billed + issued + overdue + credited === 0) {
    await stepCollections(work, { now: frozenTime, testClockId: clock.id });
  }
  return moved;
}

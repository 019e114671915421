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
import { finishLookingAtAlerts, type OnAlertFailure } from "../../usage-alerts/index.ts";

/** Steps of a clock between two looks for late usage. */
const STEPS_AT_ONCE = 20;

/**
 * Moves every advancing clock of the organization to its target. What was used before is first judged by the time at which the
 * clock stood. Answers how many steps were taken.
 */
export async function runTestClocks(
  context: Context,
  onAlertFailure: OnAlertFailure = () => undefined,
): Promise<number> {
  for (let steps = 0; ;) {
    const sent = await read(context, findAdvancingClocks);
    if (sent.length === 0) return steps;
    if (steps === 0) await finishLookingAtAlerts(context, onAlertFailure);
    // Whatever was answered before a clock was sent on counts on its way: one that is sent on after this look waits for the next.
    await lookForLateUsage(context);
    const taken = await moveClocks(context, sent);
    if (taken === 0) return steps;
    steps += taken;
  }
}

/** Some steps, of one clock after the other. */
async function moveClocks(context: Context, sent: readonly SentClock[]): Promise<number> {
  for (let steps = 0; steps < STEPS_AT_ONCE; steps += 1) if (!(await moveOneClock(context, sent))) return steps;
  return STEPS_AT_ONCE;
}

/**
 * One step of one clock, in a transaction of its own: a claim locks from the first level to the last, so that two in one
 * transaction would lock against the order (docs/locking.md). A step that fails stops the clock where it is and says why; it can
 * be sent on again. Answers whether there was one to move.
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

/** To the next instant at which something of the clock's accounts falls due, or to the target when nothing does before. */
async function step(work: Work, clock: TestClockRow): Promise<TestClockRow> {
  const moved = nextStop(clock, await nextDueOnClock(work.tx, clock.id));
  if (moved.status === "ready") return moved;
  const { frozenTime } = moved;
  await updateTestClock(work.tx, moved);
  const { billed, issued, overdue, credited } = await runClaim(work, { now: frozenTime, testClockId: clock.id });
  // What is to be collected is collected before time goes on: nothing is called inside a transaction.
  if (billed + issued + overdue + credited === 0) {
    await stepCollections(work, { now: frozenTime, testClockId: clock.id });
  }
  return moved;
}

import {
  claimAdvancingClock,
  DatabaseAway,
  hasAdvancingClock,
  hasPendingPayment,
  nextDueOnClock,
  type TestClockRow,
  updateTestClock,
} from "@counterfoil/storage";
import { lookForLateUsage } from "../billing/late-usage.ts";
import { runClaim } from "../billing/run-due.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import { stepCollections } from "../payments/step-collections.ts";
import type { OnAlertFailure } from "../usage-alerts/judge-usage.ts";
import { finishLookingAtAlerts } from "../usage-alerts/look-at-alerts.ts";

/** Due instants passed in one transaction: progress is seen and other work gets its turn in between. */
const STEPS_AT_ONCE = 20;

/**
 * Moves every advancing clock of the organization to its target. What was used before is first judged by the time at which the
 * clock stood. Answers how many steps were taken.
 */
export async function runTestClocks(
  context: Context,
  onAlertFailure: OnAlertFailure = () => undefined,
): Promise<number> {
  if (!(await read(context, hasAdvancingClock))) return 0;
  await finishLookingAtAlerts(context, onAlertFailure);
  for (let steps = 0; ;) {
    const taken = await moveOneClock(context);
    if (taken === 0) return steps;
    steps += taken;
  }
}

/** Some steps of one clock. One that fails stops where it is and says why; it can be sent on again. */
async function moveOneClock(context: Context): Promise<number> {
  let claimed: TestClockRow | undefined;
  try {
    return await transact(context, async (work) => {
      claimed = await claimAdvancingClock(work.tx);
      if (claimed === undefined) return 0;
      // Whatever was answered before the clock was sent on counts on its way.
      await lookForLateUsage(work);
      let clock = claimed;
      let steps = 0;
      while (clock.status === "advancing" && steps < STEPS_AT_ONCE) {
        clock = await step(work, clock);
        steps += 1;
        // What is to be collected is collected before time goes on, and nothing is called inside a transaction.
        if (await hasPendingPayment(work.tx, clock.id)) break;
      }
      await updateTestClock(work.tx, { ...clock, updatedAt: work.clock.now() });
      return steps;
    });
  } catch (error) {
    if (error instanceof DatabaseAway || claimed === undefined) throw error;
    const failure = error instanceof Error ? error.message : String(error);
    const failed: TestClockRow = { ...claimed, status: "failed", failure, updatedAt: context.clock.now() };
    await transact(context, (work) => updateTestClock(work.tx, failed));
    return 1;
  }
}

/** To the next instant at which something of the clock's accounts falls due, or to the target when nothing does before. */
async function step(work: Work, clock: TestClockRow): Promise<TestClockRow> {
  const due = await nextDueOnClock(work.tx, clock.id);
  if (due === null || due > clock.targetTime) return { ...clock, frozenTime: clock.targetTime, status: "ready" };
  const frozenTime = due > clock.frozenTime ? due : clock.frozenTime;
  await updateTestClock(work.tx, { ...clock, frozenTime });
  await runClaim(work, { now: frozenTime, testClockId: clock.id });
  await stepCollections(work, { now: frozenTime, testClockId: clock.id });
  return { ...clock, frozenTime };
}

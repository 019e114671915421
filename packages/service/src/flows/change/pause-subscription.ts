import {
  deletePause,
  findSubscription,
  insertPause,
  type PauseRow,
  type SubscriptionRow,
  updatePause,
} from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { dueAt } from "../../time.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { type Subscription, toSubscription } from "../../subscriptions/index.ts";
import { decidePause, decideResume, type PauseInput } from "./decide-pause.ts";
import { lockRunning } from "./lock-running.ts";
import { reschedule } from "./reschedule.ts";

/**
 * Pauses service and its charges. When the pause is over, Counterfoil credits what was paid in advance for its days
 * (R-SUB-6).
 */
export function pauseSubscription(context: Context, id: string, input: PauseInput): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { work, loaded, now } = await lockRunning(transaction, id, "pause");
    const { subscription, contract } = loaded;
    if (subscription.pausedAt !== null) {
      throw new DomainError(
        "state_conflict",
        `The subscription already has a pause from ${subscription.pausedAt}. Resume it first.`,
      );
    }
    const { startsOn, endsOn, begins, billedVersionId } = decidePause(loaded, input, now);
    const pause: PauseRow = {
      id: work.ids.next("pause"),
      subscriptionId: id,
      startsOn: startsOn.toString(),
      endsOn: endsOn?.toString() ?? null,
      startsAt: dueAt(startsOn, contract.timeZone),
      endsAt: endsOn === null ? null : dueAt(endsOn, contract.timeZone),
      billedVersionId,
      state: begins ? "running" : "ahead",
      createdAt: now,
      updatedAt: now,
    };
    await insertPause(work.tx, pause);
    const after = { ...subscription, pausedAt: pause.startsAt, resumesAt: pause.endsAt, updatedAt: now };
    const shown = await finish(work, {
      before: subscription,
      after,
      changedOn: startsOn,
      action: "subscription.pause_set",
    });
    if (begins) await notify(work, "subscription.paused", id, shown);
    return shown;
  });
}

/** Resumes service on a day (R-SUB-6). Removes a pause that would end by its first day. */
export function resumeSubscription(context: Context, id: string, input: { effective?: string }): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { work, loaded, now } = await lockRunning(transaction, id, "resume");
    const { subscription, contract } = loaded;
    const pause = loaded.pauses.find(({ state }) => state !== "over");
    if (pause === undefined) throw new DomainError("state_conflict", "The subscription is not paused.");
    const { startsOn, endsOn, isNothing, isOver } = decideResume(loaded, pause, input, now);
    const endsAt = dueAt(endsOn, contract.timeZone);
    if (isNothing) await deletePause(work.tx, pause.id);
    else {
      const state = isOver ? "over" : pause.state;
      await updatePause(work.tx, { ...pause, endsOn: endsOn.toString(), endsAt, state, updatedAt: now });
    }
    const moment = isOver ? { pausedAt: null, resumesAt: null } : { resumesAt: endsAt };
    const after = { ...subscription, ...moment, updatedAt: now };
    const shown = await finish(work, {
      before: subscription,
      after,
      changedOn: isNothing ? startsOn : endsOn,
      action: "subscription.resume_set",
    });
    if (isOver && pause.state === "running") await notify(work, "subscription.resumed", id, shown);
    return shown;
  });
}

interface ChangedPauses {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  readonly changedOn: Temporal.PlainDate;
  readonly action: string;
}

/** Saves the subscription, bills what the change makes due, and audits it. */
async function finish(work: Work, { before, after, changedOn, action }: ChangedPauses): Promise<Subscription> {
  await reschedule(work, after, { changedOn, now: after.updatedAt });
  const shown = toSubscription((await findSubscription(work.tx, after.id)) ?? after, work.organizationId);
  const old = toSubscription(before, work.organizationId);
  await audit(work, { action, objectId: after.id, before: old, after: shown });
  return shown;
}

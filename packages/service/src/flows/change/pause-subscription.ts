import type { Contract } from "@counterfoil/engine";
import {
  deletePause,
  findSubscription,
  insertPause,
  type PauseRow,
  type SubscriptionRow,
  updatePause,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt } from "../../time.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, invalid } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { dayOf, nextPeriodEnd, type Subscription, today, toSubscription } from "../../subscriptions/index.ts";
import { lockRunning, refusePast, type RunningSubscription } from "./lock-running.ts";
import { lastBilledOn, reschedule } from "./reschedule.ts";

export interface PauseInput {
  /** `now` (the current local day is used up), `period_end`, an instant or a local day. */
  effective?: string;
  /** The day on which service goes on by itself. */
  resumesOn?: string | null;
}

/** Stops service and its charges for some days; what was paid for them in advance is credited when they are over (R-SUB-6). */
export function pauseSubscription(context: Context, id: string, input: PauseInput): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const running = await lockRunning(transaction, id, "pause");
    const { work, loaded, now } = running;
    const { subscription, contract } = loaded;
    if (subscription.pausedAt !== null) {
      throw new DomainError(
        "state_conflict",
        `The subscription has a pause from ${subscription.pausedAt}; resume it first.`,
      );
    }
    const day = today(loaded, now);
    const startsOn = pauseDay(running, input.effective ?? "now");
    refusePast(loaded, startsOn, day);
    const endsOn = input.resumesOn === undefined || input.resumesOn === null ? null : dayOf(loaded, input.resumesOn);
    if (endsOn !== null && Temporal.PlainDate.compare(endsOn, startsOn) <= 0) {
      const detail = `The pause starts on ${startsOn}; it has to end on a later day.`;
      throw invalid([{ pointer: "/resumesOn", code: "not_after_start", detail }]);
    }
    const begins = Temporal.PlainDate.compare(startsOn, day) <= 0;
    const pause: PauseRow = {
      id: work.ids.next("pause"),
      subscriptionId: id,
      startsOn: startsOn.toString(),
      endsOn: endsOn?.toString() ?? null,
      startsAt: dueAt(startsOn, contract.timeZone),
      endsAt: endsOn === null ? null : dueAt(endsOn, contract.timeZone),
      billedVersionId: lastBilledOn(loaded)?.equals(startsOn) === true ? versionOn(contract, startsOn) : null,
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

/** Lets service go on from a day (R-SUB-6). A pause that would end by its first day never was. */
export function resumeSubscription(context: Context, id: string, input: { effective?: string }): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { work, loaded, now } = await lockRunning(transaction, id, "resume");
    const { subscription, contract } = loaded;
    const pause = loaded.pauses.find(({ state }) => state !== "over");
    if (pause === undefined) throw new DomainError("state_conflict", "The subscription is not paused.");
    const day = today(loaded, now);
    const endsOn = input.effective === undefined || input.effective === "now" ? day : dayOf(loaded, input.effective);
    refusePast(loaded, endsOn, day);
    const startsOn = Temporal.PlainDate.from(pause.startsOn);
    const isNothing = Temporal.PlainDate.compare(endsOn, startsOn) <= 0;
    const isOver = isNothing || Temporal.PlainDate.compare(endsOn, day) <= 0;
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

/** The version that runs on a day, if any does. */
function versionOn({ versions }: Contract, day: Temporal.PlainDate): string | null {
  return versions.findLast(({ startsOn }) => Temporal.PlainDate.compare(startsOn, day) <= 0)?.id ?? null;
}

function pauseDay({ loaded, now }: RunningSubscription, effective: string): Temporal.PlainDate {
  const day = today(loaded, now);
  if (effective === "now") return day.add({ days: 1 });
  return effective === "period_end" ? nextPeriodEnd(loaded, day) : dayOf(loaded, effective);
}

interface ChangedPauses {
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
  readonly changedOn: Temporal.PlainDate;
  readonly action: string;
}

/** Saves the subscription, bills what the change brings, and audits it. */
async function finish(work: Work, { before, after, changedOn, action }: ChangedPauses): Promise<Subscription> {
  await reschedule(work, after, { changedOn, now: after.updatedAt });
  const shown = toSubscription((await findSubscription(work.tx, after.id)) ?? after, work.organizationId);
  const old = toSubscription(before, work.organizationId);
  await audit(work, { action, objectId: after.id, before: old, after: shown });
  return shown;
}

import type { Temporal } from "temporal-polyfill";
import { onAccountClock } from "../../clocks/index.ts";
import { type LoadedContract, loadContracts } from "../../contracts/index.ts";
import type { Work } from "../../context.ts";
import { DomainError, invalid } from "../../errors/index.ts";
import { lastBilledOn } from "./reschedule.ts";
import { lockFor, type TransitionName } from "../../subscriptions/index.ts";

/** An active subscription, locked, with its account's present. */
export interface RunningSubscription {
  readonly work: Work;
  readonly loaded: LoadedContract;
  readonly now: string;
}

/** Locks a subscription for something that only an active one allows. */
export async function lockRunning(transaction: Work, id: string, name: TransitionName): Promise<RunningSubscription> {
  const subscription = await lockFor(transaction, id, name);
  const work = await onAccountClock(transaction, subscription);
  const [loaded] = await loadContracts(work.tx, [subscription]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  return { work, loaded, now: work.clock.now() };
}

/** Refuses a day that is over, or that lies before what was billed. */
export function refusePast(loaded: LoadedContract, day: Temporal.PlainDate, today: Temporal.PlainDate): void {
  if (day.toString() < today.toString()) {
    const detail = `${day} is over for the account, where it is ${today}.`;
    throw invalid([{ pointer: "/effective", code: "in_the_past", detail }]);
  }
  const billedOn = lastBilledOn(loaded);
  if (billedOn !== null && day.toString() < billedOn.toString()) {
    throw new DomainError(
      "state_conflict",
      `The subscription is billed up to ${billedOn}; choose that day or a later one.`,
    );
  }
}

import { onAccountClock } from "../../clocks/index.ts";
import { type LoadedContract, loadContracts } from "../../contracts/index.ts";
import type { Work } from "../../context.ts";
import { lockFor, type TransitionName } from "../../subscriptions/index.ts";

/** An active subscription, locked, with the current time of its account. */
export interface RunningSubscription {
  readonly work: Work;
  readonly loaded: LoadedContract;
  readonly now: string;
}

/** Locks a subscription for an action that only an active subscription allows. */
export async function lockRunning(transaction: Work, id: string, name: TransitionName): Promise<RunningSubscription> {
  const subscription = await lockFor(transaction, id, name);
  const work = await onAccountClock(transaction, subscription);
  const [loaded] = await loadContracts(work.tx, [subscription]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  return { work, loaded, now: work.clock.now() };
}

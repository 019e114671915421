import { cancelSubscription, withdrawCancellation } from "@counterfoil/service";
import type { AuditedSubscription } from "../auditor/books.ts";
import { addDays } from "../auditor/calendar.ts";
import { localToday, maybeFuse, recordBilling, running, type World } from "../world.ts";
import type { CancellationMade } from "../journal/subscription.ts";
import type { Fuse } from "../platform/fuse.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

/** Schedules an end: today, at period end, at contract end, or on a day (R-SUB-6). */
export const cancel: Action = {
  name: "cancel",
  weight: (world) => (staying(world).length > 0 ? 0.8 : 0),
  async perform(world, random) {
    const { made } = random.pick(staying(world));
    const today = localToday(world, made.accountId);
    const effective = random.weighted([
      [3, "now"],
      [3, "period_end"],
      [made.fixedTerm === null ? 0 : 2, "contract_end"],
      [3, addDays(today, random.integer(0, 60))],
    ]);
    const credit = random.chance(0.65) ? ("prorate" as const) : ("none" as const);
    const invoiceNow = effective === "now" && random.chance(0.5);
    await cancelOne(world, made.id, { effective, credit, invoiceNow }, maybeFuse(random));
  },
};

/** The kinds of ends. */
export type EndTerms = Omit<CancellationMade, "subscriptionId">;

/** Returns whether the platform accepted it. */
export async function cancelOne(world: World, subscriptionId: string, terms: EndTerms, fuse?: Fuse): Promise<boolean> {
  const canceled = await unlessRefused(
    world,
    "cancellation",
    world.platform.call((context) => cancelSubscription(context, subscriptionId, terms), fuse),
  );
  if (canceled === undefined) return false;
  await recordEnd(world, subscriptionId, terms);
  return true;
}

export async function recordEnd(world: World, subscriptionId: string, terms: EndTerms): Promise<void> {
  const { effective, credit, invoiceNow } = terms;
  await recordBilling(world, { kind: "subscription_canceled", cancellation: { subscriptionId, ...terms } });
  world.coverage.count(`cancellation: ${/^\d/.test(effective) ? "on a date" : effective}`);
  world.coverage.count(`cancellation: credit ${credit}`);
  if (invoiceNow) world.coverage.count("cancellation: invoiced now");
}

/** Withdraws a cancellation that has not taken effect (S24). */
export const withdraw: Action = {
  name: "withdraw",
  weight: (world) => (leaving(world).length > 0 ? 1.5 : 0),
  async perform(world, random) {
    const { made } = random.pick(leaving(world));
    const withdrawn = await unlessRefused(
      world,
      "withdrawal",
      world.platform.call((context) => withdrawCancellation(context, made.id), maybeFuse(random)),
    );
    if (withdrawn === undefined) return;
    await recordBilling(world, { kind: "cancellation_withdrawn", subscriptionId: made.id });
    world.coverage.count("cancellation: withdrawn");
  },
};

/** Subscriptions without a scheduled end. */
export function staying(world: World): AuditedSubscription[] {
  return running(world).filter(({ cancellation }) => cancellation === null);
}

function leaving(world: World): AuditedSubscription[] {
  return running(world).filter(({ cancellation }) => cancellation !== null);
}

import { cancelSubscription, withdrawCancellation } from "@counterfoil/service";
import type { AuditedSubscription } from "../auditor/books.ts";
import { addDays } from "../auditor/calendar.ts";
import { localToday, maybeFuse, recordBilling, running, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

/** A subscription is set to end: with today, with its periods, with its term, or on a day (R-SUB-6). */
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
    const terms = { effective, credit, invoiceNow };
    const canceled = await unlessRefused(
      world,
      "cancellation",
      world.platform.call((context) => cancelSubscription(context, made.id, terms), maybeFuse(random)),
    );
    if (canceled === undefined) return;
    await recordBilling(world, { kind: "subscription_canceled", cancellation: { subscriptionId: made.id, ...terms } });
    world.coverage.count(`cancellation: ${/^\d/.test(effective) ? "on a date" : effective}`);
    world.coverage.count(`cancellation: credit ${credit}`);
    if (invoiceNow) world.coverage.count("cancellation: invoiced now");
  },
};

/** A cancellation that has not taken effect is taken back (S24). */
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

function staying(world: World): AuditedSubscription[] {
  return running(world).filter(({ cancellation }) => cancellation === null);
}

function leaving(world: World): AuditedSubscription[] {
  return running(world).filter(({ cancellation }) => cancellation !== null);
}

import { changeSubscription, createPlan } from "@counterfoil/service";
import { localToday, maybeFuse, pricedIn, pricesIn, record, recordBilling, running } from "../world.ts";
import { addDays } from "../auditor/calendar.ts";
import type { Action } from "./action.ts";
import { checkVersion, PRORATIONS } from "./change.ts";
import { unlessRefused } from "./refused.ts";

/** Replaces everything sold by the prices of a plan. */
export const changePlan: Action = {
  name: "change plan",
  weight: (world) => (running(world).length > 0 ? 0.6 : 0),
  async perform(world, random) {
    const subscription = random.pick(running(world));
    const currency = pricedIn(subscription);
    const priceIds = random.some(
      pricesIn(world, currency).map(({ id }) => id),
      3,
    );
    const plan = {
      name: "Plan",
      currency,
      priceGroups: [{ name: "All", description: null, bundleId: null, priceIds }],
    };
    const { id: planId } = await world.platform.call((context) => createPlan(context, plan));
    record(world, { kind: "plan_made", planId, priceIds });
    const today = localToday(world, subscription.made.accountId);
    const effective = random.pick(["now", "now", "period_end", addDays(today, random.integer(0, 30))]);
    const proration = random.pick(PRORATIONS);
    const version = await unlessRefused(
      world,
      "change of plan",
      world.platform.call(
        (context) => changeSubscription(context, subscription.made.id, { planId, effective, proration }),
        maybeFuse(random),
      ),
    );
    if (version === undefined) return;
    const asked = { planId, effective, proration, draft: false, remove: [], update: [], add: [] };
    const change = { ...asked, subscriptionId: subscription.made.id, versionId: version.id };
    await recordBilling(world, { kind: "subscription_changed", change });
    checkVersion(world, subscription, version);
    world.coverage.count("change: to a plan");
  },
};

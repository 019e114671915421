import { activateSubscription, createSubscription, createVersion, type SubscriptionInput } from "@counterfoil/service";
import { addDays } from "../auditor/calendar.ts";
import { CURRENCIES, randomTerms, type SubscriptionPlan } from "../catalogue/subscriptions.ts";
import type { Random } from "../random.ts";
import { accountIds, localToday, maybeFuse, pricesIn, record, recordBilling, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { unlessRefused } from "./refused.ts";

const MOST_SUBSCRIPTIONS = 4;

/** Creates and activates a contract, sometimes with a ramp: versions that start later. */
export const subscribe: Action = {
  name: "subscribe",
  weight: (world) => (world.books.subscriptions.size < MOST_SUBSCRIPTIONS ? 2 : 0),
  async perform(world, random) {
    const accountId = random.pick(accountIds(world));
    const currencies = CURRENCIES.filter((currency) => pricesIn(world, currency).length > 0);
    const priced = random.pick(currencies);
    const drawn = randomTerms(random, localToday(world, accountId), priced);
    const terms = { ...drawn, autoIssueInvoices: drawn.autoIssueInvoices && !world.issuesByHand };
    const prices = pricesIn(world, priced).map(({ id }) => id);
    const sold = random.some(prices, 4);
    const input = { accountId, ...termsInput(terms), priceGroups: [{ priceIds: sold }] };
    const made = await unlessRefused(
      world,
      "subscription",
      world.platform.call((context) => createSubscription(context, input), maybeFuse(random)),
    );
    if (made === undefined) return;
    const { id } = made;
    record(world, { kind: "subscription_made", subscription: { ...terms, id, accountId } });
    const startsOn = terms.contractStartDate;
    record(world, { kind: "version_drafted", subscriptionId: id, versionId: `${id} first`, startsOn, priceIds: sold });
    if (random.chance(0.2)) await addRamp(world, random, id, terms, prices);
    const fuse = maybeFuse(random);
    await (random.chance(0.1) ? raceToActivate(world, id) : activate(world, id, fuse));
    await recordBilling(world, { kind: "subscription_activated", subscriptionId: id });
    countTerms(world, terms);
  },
};

async function activate(world: World, id: string, fuse: ReturnType<typeof maybeFuse>): Promise<void> {
  await world.platform.call((context) => activateSubscription(context, id), fuse);
}

/** Two processes activate at once: one succeeds, the other learns that it is active. */
async function raceToActivate(world: World, id: string): Promise<void> {
  const twice = [world.platform, world.platform].map((platform) =>
    platform.callBeside((context) => activateSubscription(context, id)),
  );
  const outcomes = await Promise.all(twice.map((one) => unlessRefused(world, "second activation", one)));
  const successes = outcomes.filter((outcome) => outcome !== undefined).length;
  if (successes !== 1) throw new Error(`${successes} of two activations of ${id} at once succeeded`);
}

async function addRamp(
  world: World,
  random: Random,
  subscriptionId: string,
  terms: SubscriptionPlan,
  prices: readonly string[],
): Promise<void> {
  const startDate = addDays(terms.contractStartDate, random.integer(1, 120));
  const priceIds = random.some(prices, 4);
  const { id } = await world.platform.call((context) =>
    createVersion(context, subscriptionId, { startDate, priceGroups: [{ priceIds }] }),
  );
  record(world, { kind: "version_drafted", subscriptionId, versionId: id, startsOn: startDate, priceIds });
  world.coverage.count("subscription: ramp");
}

function termsInput(terms: SubscriptionPlan): SubscriptionInput {
  const { fixedTerm, renewal, ...rest } = terms;
  return {
    ...rest,
    contractPeriodType: fixedTerm === null ? "monthly_rolling" : "fixed",
    ...(fixedTerm === null
      ? {}
      : "months" in fixedTerm
        ? { contractDuration: fixedTerm.months }
        : { contractEndDate: fixedTerm.endDate }),
    ...(renewal === null
      ? {}
      : { autoRenew: true, renewalPeriodType: renewal.periodType, renewalDuration: renewal.months }),
  };
}

function countTerms({ coverage }: World, terms: SubscriptionPlan): void {
  if (terms.trialPeriodDays !== null) coverage.count("subscription: trial");
  if (terms.firstBillingDate !== null) coverage.count("subscription: first billing date");
  if (terms.invoiceGenerationStartDate !== null) coverage.count("subscription: invoiced from a date");
  if (terms.fixedTerm !== null)
    coverage.count(`subscription: fixed term, ${terms.renewal === null ? "ends" : "renews"}`);
  if (terms.conversionRate !== null) coverage.count("subscription: converted");
  if (terms.discount !== null) coverage.count(`subscription: discount by ${terms.discount.discountType}`);
  if (terms.minimumSpend !== null) coverage.count("subscription: minimum");
  if (terms.maximumSpend !== null) coverage.count("subscription: maximum");
  if (!terms.autoIssueInvoices) coverage.count("subscription: issued by hand");
  if (terms.chargeOneoffPricesOnContractStart) coverage.count("subscription: one-offs at the start");
  coverage.count(`currency: ${terms.currency}`);
  if (Number(terms.contractStartDate.slice(8)) >= 29) coverage.count("subscription: starts on the 29th, 30th or 31st");
}

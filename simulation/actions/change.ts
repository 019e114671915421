import {
  type ChangeInput,
  changeSubscription,
  type PriceInput,
  previewChange,
  type SubscriptionVersion,
} from "@counterfoil/service";
import type { AuditedSubscription } from "../auditor/books.ts";
import { addDays, dayOf, midnight } from "../auditor/calendar.ts";
import { type PricePlan, randomPrice } from "../catalogue/prices.ts";
import type { ChangeMade } from "../journal/subscription.ts";
import type { Random } from "../random.ts";
import { localToday, maybeFuse, pricedIn, pricesIn, recordBilling, running, soldOn, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { priceInput, recordPrice } from "./make-price.ts";
import { unlessRefused } from "./refused.ts";

export const PRORATIONS = ["prorate", "prorate", "none", "credit_only", "charge_only"] as const;

/** Changes what a subscription sells: now, at period end, or on a date (R-SUB-4). */
export const change: Action = {
  name: "change",
  weight: (world) => (running(world).length > 0 ? 4 : 0),
  async perform(world, random) {
    const subscription = random.pick(running(world));
    await changeOne(world, random, subscription, randomRequest(world, random, subscription));
  },
};

/** An immediate change of everything, with credit and charge. */
export async function changeNow(world: World, random: Random, subscription: AuditedSubscription): Promise<void> {
  const request = randomRequest(world, random, subscription);
  await changeOne(world, random, subscription, { ...request, effective: "now", proration: "prorate" });
}

async function changeOne(
  world: World,
  random: Random,
  subscription: AuditedSubscription,
  request: Request,
): Promise<void> {
  const newPrice = request.plan === undefined ? undefined : await priceInput(world, request.plan);
  const input = toInput(request, newPrice);
  const preview = await unlessRefused(
    world,
    "change",
    world.platform.call((context) => previewChange(context, subscription.made.id, input)),
  );
  if (preview === undefined) return;
  const version = await world.platform.call(
    (context) => changeSubscription(context, subscription.made.id, input),
    maybeFuse(random),
  );
  await recordChange(world, subscription, request, version);
}

interface Request extends Omit<ChangeMade, "subscriptionId" | "versionId" | "update"> {
  readonly update: readonly { readonly priceId: string; readonly newPriceId: string | null }[];
  /** A price created within the change, at the null among the new prices. */
  readonly plan: PricePlan | undefined;
}

function randomRequest(world: World, random: Random, subscription: AuditedSubscription): Request {
  const today = localToday(world, subscription.made.accountId);
  const sold = random.shuffled(soldOn(subscription, today));
  const others = random.shuffled(
    pricesIn(world, pricedIn(subscription))
      .map(({ id }) => id)
      .filter((id) => !sold.includes(id)),
  );
  const isNew = random.chance(0.25);
  const plan = isNew ? randomPrice(random, pricedIn(subscription), [...world.books.metrics.keys()]) : undefined;
  const [out] = sold;
  const replacement = isNew ? null : others[0];
  const updates = out !== undefined && replacement !== undefined && random.chance(0.6);
  return {
    update: updates ? [{ priceId: out, newPriceId: replacement }] : [],
    remove: sold.slice(1).filter(() => random.chance(0.25)),
    add: others.slice(1, 3).filter(() => random.chance(updates ? 0.2 : 0.7)),
    effective: random.weighted([
      [5, "now"],
      [2, "period_end"],
      [3, addDays(today, random.integer(0, 45))],
      [0.5, addDays(today, -random.integer(1, 20))],
    ]),
    proration: random.pick(PRORATIONS),
    draft: false,
    planId: null,
    plan: updates ? plan : undefined,
  };
}

function toInput(request: Request, newPrice: PriceInput | undefined): ChangeInput {
  return {
    remove: request.remove.map((priceId) => ({ priceId })),
    update: request.update.map(({ priceId, newPriceId }) =>
      newPriceId === null && newPrice !== undefined ? { priceId, newPrice } : { priceId, newPriceId: newPriceId ?? "" },
    ),
    add: request.add.map((priceId) => ({ priceId })),
    effective: request.effective,
    proration: request.proration,
  };
}

async function recordChange(
  world: World,
  subscription: AuditedSubscription,
  request: Request,
  version: SubscriptionVersion,
): Promise<void> {
  const { plan, update, ...rest } = request;
  const sold = version.priceGroups.flatMap(({ priceIds }) => priceIds);
  const madeId = sold.find((id) => !world.books.prices.has(id));
  if (plan !== undefined && madeId !== undefined) recordPrice(world, plan, madeId);
  const made = {
    ...rest,
    subscriptionId: subscription.made.id,
    versionId: version.id,
    update: update.map(({ priceId, newPriceId }) => ({ priceId, newPriceId: newPriceId ?? madeId ?? "" })),
  };
  await recordBilling(world, { kind: "subscription_changed", change: made });
  checkVersion(world, subscription, version);
  const { effective, proration } = made;
  world.coverage.count(`change: ${/^\d/.test(effective) ? "on a date" : effective}`);
  world.coverage.count(`change: proration ${proration}`);
  if (plan !== undefined) world.coverage.count("change: to a new price");
}

/** Checks that the platform's version starts on the auditor's day with the auditor's prices. */
export function checkVersion(world: World, subscription: AuditedSubscription, version: SubscriptionVersion): void {
  const expected = subscription.published.find(({ id }) => id === version.id);
  const zone = world.books.zones.get(subscription.made.accountId) ?? "UTC";
  const startsOn = dayOf(Date.parse(version.startDate ?? ""), zone);
  // A day that the zone skips, such as 30 December 2011 in Samoa, begins with the next one.
  const expectedOn = expected && dayOf(midnight(expected.startsOn, zone), zone);
  const sold = version.priceGroups.flatMap(({ priceIds }) => priceIds).toSorted();
  const [ours, theirs] = [
    `from ${expectedOn} on sells ${expected?.priceIds.toSorted().join(", ")}`,
    `from ${startsOn} on sells ${sold.join(", ")}`,
  ];
  if (ours !== theirs) throw new Error(`the auditor's version ${ours}; the platform's ${theirs}`);
}

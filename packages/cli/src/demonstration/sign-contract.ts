import {
  type Context,
  createSubscription,
  createVersion,
  type PriceGroupInput,
  publishVersion,
} from "@counterfoil/service";
import type { Temporal } from "temporal-polyfill";
import type { Catalogue, Offer } from "./catalogue.ts";
import type { Signing } from "./contracts.ts";
import type { Course } from "./schedule.ts";

const TITLES = { starter: "Starter", team: "Team", scale: "Scale", enterprise: "Enterprise" } as const;

/** Drafts the contract from its plan, with the customer's own number of seats. Returns its ID. */
export async function draftContract(context: Context, catalogue: Catalogue, course: Course): Promise<string> {
  const { customer, signing, startsOn } = course;
  const offer = catalogue[customer.currency];
  const { id } = await createSubscription(context, {
    accountId: customer.alias,
    planId: offer.plans[signing.plan],
    name: `${TITLES[signing.plan]} · ${customer.account.name}`,
    contractStartDate: startsOn.toString(),
    priceGroups: groupsOf(offer, signing, signing.seats),
    invoiceFooterText: "Brine Analytics GmbH · Torstraße 140 · 10119 Berlin · Managing director: Lena Brandt",
    ...signing.terms,
  });
  return id;
}

/** Adds seats from a later period on, with a version that is visible in advance. */
export async function announceRamp(
  context: Context,
  catalogue: Catalogue,
  { customer, signing }: Course,
  { subscriptionId, seats, startsOn }: { subscriptionId: string; seats: number; startsOn: Temporal.PlainDate },
): Promise<void> {
  const { id } = await createVersion(context, subscriptionId, {
    changeDescription: `${seats} seats, as agreed`,
    startDate: startsOn.toString(),
    priceGroups: groupsOf(catalogue[customer.currency], signing, seats, "renewed"),
  });
  await publishVersion(context, subscriptionId, id);
}

/** The price groups of the contract. Onboarding is sold once, with the first version. */
function groupsOf(
  offer: Offer,
  { plan }: Signing,
  seats: number,
  version: "first" | "renewed" = "first",
): PriceGroupInput[] {
  const onboarding = plan === "team" || plan === "scale" ? [offer.onboarding[plan]] : [];
  return [
    { name: "Subscription", priceIds: [offer.platform[plan]], newPrices: [offer.seats(plan, seats)] },
    ...(version === "first" && onboarding.length > 0 ? [{ name: "Onboarding", priceIds: onboarding }] : []),
    { name: "Usage", bundleId: offer.usage },
  ];
}

import { invariant } from "@counterfoil/engine";
import {
  type Context,
  createSubscription,
  createVersion,
  type PriceGroupInput,
  type SubscriptionInput,
} from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { type Customer, customers } from "./customers.ts";
import { makeNegotiatedPrices, tradeEvent, tradeRegions } from "./negotiated-prices.ts";
import { seededRandom } from "./random.ts";
import { type Course, courseOf } from "./schedule.ts";
import type { SentEvent } from "./usage.ts";

const ALIAS = "orrery-exchange";
const RATE = "0.92";
const TRADES_A_WEEK = 3;

/** The course of the customer with the negotiated contract, which uses every contract term and every price type. */
export function negotiatedCourse(now: Temporal.Instant): Course {
  const customer = customers.find(({ alias }) => alias === ALIAS);
  invariant(customer !== undefined, `there is no customer ${ALIAS}`);
  const signing = { alias: ALIAS, plan: "team", seats: 4, monthsAgo: 4, day: 1, share: 0.1 } as const;
  return courseOf(customer, { ...signing, status: "active", terms: {}, rampTo: null }, now);
}

export interface NegotiatedDrafts {
  readonly contractId: string;
  /** Drafts a contract for a second desk, which starts next month and is reduced six months later. */
  draftNext(context: Context, now: Temporal.Instant): Promise<void>;
}

/** Drafts the contract: prices in dollars, billed in euros at a fixed rate (R-SUB-9). */
export async function draftNegotiatedContract(context: Context, course: Course): Promise<NegotiatedDrafts> {
  const { customer, startsOn } = course;
  const { bundleId, planId, overnightId } = await makeNegotiatedPrices(context);
  const desk = { name: "Trading desk", description: "Connections and usage", bundleId };
  const overnight = { name: "Overnight", priceIds: [overnightId] };
  const draft = async (work: Context, from: Temporal.PlainDate, priceGroups: PriceGroupInput[]) => {
    const about = { accountId: customer.alias, planId, name: `Trading desk · ${customer.account.name}` };
    const contract = { ...about, contractStartDate: from.toString(), priceGroups };
    return (await createSubscription(work, { ...termsFrom(from), ...contract })).id;
  };
  return {
    contractId: await draft(context, startsOn, [desk]),
    async draftNext(contextThen, now) {
      const today = now.toZonedDateTimeISO(customer.timezone).toPlainDate();
      const from = today.with({ day: 1 }).add({ months: 1 });
      const id = await draft(contextThen, from, [desk, overnight]);
      await createVersion(contextThen, id, {
        changeDescription: "Closed at night",
        startDate: from.add({ months: 6 }).toString(),
        priceGroups: [desk],
      });
    },
  };
}

function termsFrom(startsOn: Temporal.PlainDate): SubscriptionInput {
  return {
    description: "Negotiated with the trading desk",
    purchaseOrderNumber: "OX-2026-118",
    additionalTerms: "Support answers within one hour while the exchange is open.",
    termsOfServiceLinks: [{ title: "Terms of service", url: "https://brine-analytics.example/terms" }],
    termsOfServiceFiles: [{ title: "Data processing", fileURL: "https://brine-analytics.example/processing.pdf" }],
    currency: "EUR",
    sourceCurrency: "USD",
    conversionRate: RATE,
    conversionRateDate: startsOn.subtract({ days: 3 }).toString(),
    contractPeriodType: "fixed",
    contractDuration: 24,
    autoRenew: true,
    renewalPeriodType: "fixed",
    renewalDuration: 12,
    trialPeriodDays: 0,
    firstBillingDate: startsOn.toString(),
    invoiceGenerationStartDate: startsOn.toString(),
    chargeOneoffPricesOnContractStart: true,
    minimumSpend: { amount: "500.00", period: "month" },
    maximumSpend: { amount: "25000.00", period: "month" },
    discount: {
      discountType: "percentage",
      amount: "5",
      durationType: "fixed",
      durationValue: 6,
      durationUnit: "months",
    },
    quoteTemplateId: "standard",
    invoicePaymentTerms: "net_15",
    invoiceMemoTemplate: "Trading from {BillingPeriodStart} to {BillingPeriodEnd}.",
    invoiceFooterText: "Brine Analytics GmbH · Torstraße 140 · 10119 Berlin · Managing director: Lena Brandt",
  };
}

/** The trades of the desk, in chronological order. Every run creates the same. */
export function tradesOf({ customer, activatedAt, usesUntil }: Course): SentEvent[] {
  const random = seededRandom(`trades of ${customer.alias}`);
  const events: SentEvent[] = [];
  const step = Temporal.Duration.from({ hours: Math.floor((7 * 24) / TRADES_A_WEEK) });
  const until = Temporal.Instant.from(usesUntil);
  for (
    let at = Temporal.Instant.from(activatedAt).add(step);
    Temporal.Instant.compare(at, until) < 0;
    at = at.add(step)
  ) {
    events.push(
      trade(customer, {
        at,
        minute: random.whole(0, 59),
        place: events.length,
        properties: {
          lots: random.whole(20, 160),
          amount: `${random.whole(4_000, 28_000)}.50`,
          region: random.pick(tradeRegions),
        },
      }),
    );
  }
  return events;
}

interface Trade {
  readonly at: Temporal.Instant;
  readonly minute: number;
  readonly place: number;
  readonly properties: SentEvent["properties"];
}

function trade(customer: Customer, { at, minute, place, properties }: Trade): SentEvent {
  const timestamp = at.add({ minutes: minute }).toString({ smallestUnit: "millisecond" });
  return {
    uniqueId: `${customer.alias}-trade-${place}`,
    account: customer.alias,
    eventName: tradeEvent,
    properties,
    timestamp,
  };
}

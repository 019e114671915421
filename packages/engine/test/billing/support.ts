import { Temporal } from "temporal-polyfill";
import {
  assembleInvoice,
  type PriceSchedule,
  type Contract,
  type ContractPrice,
  Decimal,
  decideLines,
  describeLine,
  type InvoiceLineDraft,
  nextBillingDate,
  planBilling,
} from "../../src/index.ts";
import { spentOf } from "./spent-of.ts";

export const date = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

const monthlyAdvance: PriceSchedule = { kind: "recurring", interval: "monthly", terms: "advance" };

/** A fixed price of one unit, named after its ID. */
export function fixedPrice(
  id: string,
  amount: string,
  schedule: PriceSchedule = monthlyAdvance,
  trialDays = 0,
): ContractPrice {
  const model = { type: "fixed", pricePerUnit: Decimal.of(amount), units: Decimal.one } as const;
  return {
    id,
    productId: `product ${id}`,
    name: id,
    unitLabel: null,
    groupName: null,
    schedule,
    model,
    metricIds: [],
    groupBy: [],
    trialDays,
  };
}

export function usagePrice(id: string, unitPrice: string, interval: "monthly" = "monthly"): ContractPrice {
  const model = { type: "unit", pricePerUnit: Decimal.of(unitPrice) } as const;
  return { ...fixedPrice(id, "0"), schedule: { kind: "usage", interval }, model, metricIds: [`metric ${id}`] };
}

type ContractTerms = Partial<Omit<Contract, "anchor" | "startsOn" | "endsOn">> & { prices?: ContractPrice[] };

/** A contract in UTC and USD that sells `prices` from `start` on, billed from `firstBilling` on. */
export function contractFrom(start: string, terms: ContractTerms & { firstBilling?: string; end?: string }): Contract {
  const { prices = [], firstBilling, end, ...rest } = terms;
  const startsOn = date(start);
  return {
    subscriptionId: "sub",
    currency: "USD",
    conversionRate: null,
    timeZone: "UTC",
    earlierZones: [],
    startsOn,
    trialDays: 0,
    anchor: firstBilling === undefined ? startsOn.add({ days: rest.trialDays ?? 0 }) : date(firstBilling),
    endsOn: end === undefined ? null : date(end),
    termEndsOn: null,
    creditsAfterEnd: true,
    pauses: [],
    invoicesFrom: null,
    chargesOneOffsAtStart: false,
    versions: [{ id: "v1", startsOn, endsOn: null, proration: "prorate", isAfterBilling: false, prices }],
    discounts: [],
    thresholds: [],
    ...rest,
  };
}

/** The state of the contract that was billed before a change was known. */
interface Earlier {
  before: Contract;
  until: string;
}

/**
 * Bills every date up to and including `until`, with one text per line: `billed on service name amount`. With
 * `earlier`, the dates up to its `until` are billed with the earlier contract, and its last date is then billed again.
 */
export function bill(
  contract: Contract,
  until: string,
  usageOf: (priceId: string, start: string) => string = () => "0",
  earlier?: Earlier,
): string[] {
  const billed: InvoiceLineDraft[] = [];
  const printed: string[] = [];
  const billDate = (terms: Contract, on: Temporal.PlainDate): void => {
    const plan = planBilling(terms, on);
    const lines = decideLines(terms, plan, {
      usageOf: (slot) => {
        const quantity = Decimal.of(usageOf(slot.price.id, slot.service.start.toString()));
        return { total: { quantity, eventCount: quantity }, groups: [] };
      },
      billedLines: (priceId) => billed.filter((line) => line.priceId === priceId),
      letGoLines: () => [],
    });
    const draft = assembleInvoice(terms, plan, lines, (due) => spentOf(terms, billed, due));
    for (const line of draft?.lines ?? []) {
      billed.push(line);
      printed.push(
        `${on}  ${line.service.start}→${line.service.end}  ${describeLine(line.text)} ${line.amount.toFixed(2)}`,
      );
    }
  };
  const billThrough = (terms: Contract, after: Temporal.PlainDate | null, last: string): void => {
    let on = nextBillingDate(terms, after);
    while (on !== null && Temporal.PlainDate.compare(on, date(last)) <= 0) {
      billDate(terms, on);
      on = nextBillingDate(terms, on);
    }
  };
  if (earlier === undefined) billThrough(contract, null, until);
  else {
    billThrough(earlier.before, null, earlier.until);
    billDate(contract, date(earlier.until));
    billThrough(contract, date(earlier.until), until);
  }
  return printed;
}

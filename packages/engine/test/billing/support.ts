import { Temporal } from "temporal-polyfill";
import {
  assembleInvoice,
  type Charge,
  type Contract,
  type ContractPrice,
  Decimal,
  nextBillingDate,
  planBilling,
  type Usage,
} from "../../src/index.ts";

export const date = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

export const monthlyAdvance: Charge = { kind: "recurring", interval: "monthly", terms: "advance" };

/** A fixed price of one unit, called by its id. */
export function fixedPrice(id: string, amount: string, charge: Charge = monthlyAdvance, trialDays = 0): ContractPrice {
  const model = { type: "fixed", pricePerUnit: Decimal.of(amount), units: Decimal.one, total: null } as const;
  return { id, productId: `product ${id}`, name: id, unitLabel: null, groupName: null, charge, model, metricIds: [], trialDays };
}

export function usagePrice(id: string, unitPrice: string, interval: "monthly" = "monthly"): ContractPrice {
  const model = { type: "unit", pricePerUnit: Decimal.of(unitPrice) } as const;
  return { ...fixedPrice(id, "0"), charge: { kind: "usage", interval }, model, metricIds: [`metric ${id}`] };
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
    startsOn,
    trialDays: 0,
    anchor: firstBilling === undefined ? startsOn.add({ days: rest.trialDays ?? 0 }) : date(firstBilling),
    endsOn: end === undefined ? null : date(end),
    invoicesFrom: null,
    chargesOneOffsAtStart: false,
    versions: [{ id: "v1", startsOn, endsOn: null, prices }],
    discounts: [],
    thresholds: [],
    ...rest,
  };
}

/** Bills every date up to and including `until`; one text per line: `billed on  service  name amount`. */
export function bill(contract: Contract, until: string, usageOf: (priceId: string, start: string) => string = () => "0"): string[] {
  const billed: { priceId: string | null; start: string; amount: Decimal }[] = [];
  const printed: string[] = [];
  let on = nextBillingDate(contract, null);
  while (on !== null && Temporal.PlainDate.compare(on, date(until)) <= 0) {
    const draft = assembleInvoice(contract, planBilling(contract, on), {
      usageOf: (slot): Usage => {
        const quantity = Decimal.of(usageOf(slot.price.id, slot.service.start.toString()));
        return { quantity, eventCount: quantity };
      },
      billedBefore: ({ threshold, period }) =>
        Decimal.sum(
          billed
            .filter((line) => threshold.scope.kind === "subscription" || threshold.scope.priceId === line.priceId)
            .filter((line) => line.start >= period.start.toString() && line.start < period.end.toString())
            .map((line) => line.amount),
        ),
    });
    for (const line of draft?.lines ?? []) {
      billed.push({ priceId: line.priceId, start: line.service.start.toString(), amount: line.amount });
      printed.push(`${on}  ${line.service.start}→${line.service.end}  ${line.description} ${line.amount.toFixed(2)}`);
    }
    on = nextBillingDate(contract, on);
  }
  return printed;
}

import fc from "fast-check";
import type { Temporal } from "temporal-polyfill";
import {
  BILLING_INTERVALS,
  type Contract,
  type ContractPrice,
  Decimal,
  type PriceSchedule,
  type ProrationPolicy,
} from "../../src/index.ts";
import { Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

/** The day from which histories count. */
export const START = date("2023-01-01");

const dayAfterStart = (max: number) => fc.integer({ min: 0, max }).map((days) => START.add({ days }));

const fixedSchedules: fc.Arbitrary<PriceSchedule> = fc.record({
  kind: fc.constant("recurring" as const),
  interval: fc.constantFrom(...BILLING_INTERVALS.filter((interval) => interval !== "daily")),
  terms: fc.constantFrom("advance" as const, "advance" as const, "arrears" as const),
});

const amounts = fc.constantFrom("99.00", "10.00", "0.01", "0.05", "33.33", "2399.95", "-20.00", "-0.02");

/** Prices that charge a fixed amount for each period. */
export const fixedPrices = (id: string): fc.Arbitrary<ContractPrice> =>
  fc
    .tuple(amounts, fixedSchedules, fc.constantFrom(0, 0, 0, 10))
    .map(([amount, schedule, trial]) => fixedPrice(id, amount, schedule, trial));

const tiers = [
  { minUnits: Decimal.zero, maxUnits: Decimal.of("100"), pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.of("9") },
  { minUnits: Decimal.of("101"), maxUnits: null, pricePerUnit: Decimal.of("0.07"), fixedFee: Decimal.zero },
];

/** Prepaid units with overage that is billed in its own interval. */
export const prepaidPrices = (id: string): fc.Arbitrary<ContractPrice> =>
  fc
    .record({
      interval: fc.constantFrom("monthly" as const, "quarterly" as const, "yearly" as const),
      overageInterval: fc.constantFrom(null, "daily" as const, "monthly" as const, "monthly" as const),
      isFixed: fc.boolean(),
    })
    .map(({ interval, overageInterval, isFixed }) => {
      const units = Decimal.of("100");
      const model = isFixed
        ? ({ type: "prepaid_fixed_tiered", tiers, units, overageInterval } as const)
        : ({ type: "prepaid_tiered", tiers, units } as const);
      return { ...usagePrice(id, "0"), schedule: { kind: "usage", interval } as const, model };
    });

export const usagePrices = (id: string): fc.Arbitrary<ContractPrice> =>
  fc.constantFrom(...BILLING_INTERVALS).map((interval) => {
    const model = { type: "graduated_tiered", tiers } as const;
    return { ...usagePrice(id, "0"), schedule: { kind: "usage", interval } as const, model };
  });

export const oneOffPrices = (id: string): fc.Arbitrary<ContractPrice> =>
  fc.constant(fixedPrice(id, "100.00", { kind: "one_off" }));

export const anyPrices = (id: string): fc.Arbitrary<ContractPrice> =>
  fc.oneof(
    { weight: 3, arbitrary: fixedPrices(id) },
    { weight: 1, arbitrary: usagePrices(id) },
    { weight: 1, arbitrary: prepaidPrices(id) },
    { weight: 1, arbitrary: oneOffPrices(id) },
  );

/** Contracts with trials and stubs that sell the first two of the generated prices. */
export function contractsOf(prices: (id: string) => fc.Arbitrary<ContractPrice>): fc.Arbitrary<Offer> {
  return fc
    .record({
      start: dayAfterStart(60),
      trialDays: fc.constantFrom(0, 0, 14),
      stubDays: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70 })),
      catalogue: fc.tuple(prices("a"), prices("b"), prices("c"), prices("d")),
      chargesOneOffsAtStart: fc.boolean(),
    })
    .map(({ start, trialDays, stubDays, catalogue, chargesOneOffsAtStart }) => ({
      catalogue,
      contract: {
        ...contractFrom(start.toString(), { trialDays, chargesOneOffsAtStart, prices: catalogue.slice(0, 2) }),
        anchor: start.add({ days: trialDays + stubDays }),
      },
    }));
}

/** A contract and the prices that it may change to. */
export interface Offer {
  readonly contract: Contract;
  readonly catalogue: readonly ContractPrice[];
}

/** A request to a subscription, `wait` days after the last request, for a day `ahead` days later. */
export type Request = { readonly wait: number; readonly ahead: number } & (
  | { readonly kind: "change"; readonly sold: readonly number[]; readonly proration: ProrationPolicy }
  | { readonly kind: "pause"; readonly days: number | null }
  | { readonly kind: "resume" }
  | { readonly kind: "cancel"; readonly creditsAfterEnd: boolean }
  | { readonly kind: "withdraw" }
  | { readonly kind: "use"; readonly sold: number; readonly back: number; readonly quantity: number }
);

const wait = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }));
const ahead = fc.oneof(fc.constantFrom(0, 0, 1), fc.integer({ min: 0, max: 50 }));

interface RequestTerms {
  readonly prorations?: readonly ProrationPolicy[];
  readonly kinds?: readonly Request["kind"][];
}

/** Any sequence of requests, including some that are refused. */
export function requests({
  prorations = ["prorate", "prorate", "none", "credit_only", "charge_only"],
  kinds = ["change", "change", "pause", "pause", "resume", "cancel", "withdraw", "use"],
}: RequestTerms = {}): fc.Arbitrary<Request[]> {
  const one = fc.constantFrom(...kinds).chain((kind): fc.Arbitrary<Request> => {
    switch (kind) {
      case "change":
        return fc.record({
          kind: fc.constant(kind),
          wait,
          ahead,
          sold: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
          proration: fc.constantFrom(...prorations),
        });
      case "pause":
        return fc.record({
          kind: fc.constant(kind),
          wait,
          ahead,
          days: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 70 })),
        });
      case "cancel":
        return fc.record({ kind: fc.constant(kind), wait, ahead, creditsAfterEnd: fc.boolean() });
      case "resume":
      case "withdraw":
        return fc.record({ kind: fc.constant(kind), wait, ahead });
      case "use":
        return fc.record({
          kind: fc.constant(kind),
          wait: fc.integer({ min: 0, max: 8 }),
          ahead: fc.constant(0),
          sold: fc.integer({ min: 0, max: 3 }),
          back: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
          quantity: fc.integer({ min: 0, max: 80 }),
        });
    }
  });
  return fc.array(one, { maxLength: 8 });
}

/** Makes the requests in order. Skips those that the service would refuse, and those that `isWanted` excludes. */
export function live(
  { contract, catalogue }: Offer,
  asked: readonly Request[],
  ledger = new Ledger(contract),
  isWanted: (request: Request, on: Temporal.PlainDate, ledger: Ledger) => boolean = () => true,
): Ledger {
  for (const request of asked) {
    ledger.advanceTo(ledger.today.add({ days: request.wait }));
    const on = ledger.today.add({ days: request.ahead });
    if (isWanted(request, on, ledger)) ask(ledger, catalogue, request, on);
  }
  return ledger;
}

function ask(ledger: Ledger, catalogue: readonly ContractPrice[], request: Request, on: Temporal.PlainDate): void {
  switch (request.kind) {
    case "change":
      ledger.change(
        on,
        catalogue.filter((_, index) => request.sold.includes(index)),
        request.proration,
      );
      return;
    case "pause":
      ledger.pause(on, request.days === null ? null : on.add({ days: request.days }));
      return;
    case "resume":
      ledger.resume(on);
      return;
    case "cancel":
      ledger.cancel(on, request.creditsAfterEnd);
      return;
    case "withdraw":
      ledger.withdraw();
      return;
    case "use": {
      const price = catalogue[request.sold];
      const day = ledger.today.subtract({ days: request.back });
      if (price !== undefined) ledger.use(price.id, day, String(request.quantity));
    }
  }
}

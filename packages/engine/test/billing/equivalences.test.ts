import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  type ContractDiscount,
  type ContractThreshold,
  Decimal,
  isBefore,
  serviceStart,
  type InvoiceLineDraft,
  type PriceSchedule,
  type Scope,
} from "../../src/index.ts";
import { anyPrices, contractsOf, fixedPrices, live, oneOffPrices, type Request, requests, START } from "./histories.ts";
import { amountOf, Ledger } from "./ledger.ts";
import { contractFrom, fixedPrice, usagePrice } from "./support.ts";

const THROUGH = START.add({ days: 250 });
const CENT = Decimal.of("0.01");

const scope: Scope = { kind: "subscription" };
const limits: ContractThreshold[] = [
  { id: "min", type: "min", value: Decimal.of("20.00"), interval: "monthly", scope },
  { id: "max", type: "max", value: Decimal.of("150.00"), interval: "monthly", scope },
];
const discount: ContractDiscount = {
  id: "discount",
  type: "percentage",
  value: Decimal.of("20"),
  interval: "monthly",
  scope,
  startsOn: START,
  endsOn: null,
};

const anyTerms = fc.constantFrom(
  {},
  { thresholds: limits },
  { discounts: [discount] },
  { thresholds: limits, discounts: [discount] },
);

/** An offer with or without limits and a discount. */
const offersOf = (prices: Parameters<typeof contractsOf>[0]) =>
  fc.tuple(contractsOf(prices), anyTerms).map(([offer, terms]) => ({
    ...offer,
    contract: { ...offer.contract, ...terms },
  }));

/** Prices that cost the same for a whole period as for its parts together. */
const evenPrices = (id: string) => fc.oneof(fixedPrices(id), fc.constant(usagePrice(id, "0.50")));

function use(ledger: Ledger): Ledger {
  for (const id of ["a", "b", "c", "d"]) {
    for (let day = 0; day < 250; day += 11) ledger.use(id, START.add({ days: day }), String(7 + (day % 5)));
  }
  return ledger;
}

/** The final sums of the lines must agree, except for the possible rounding differences. */
function expectWithinCents(one: readonly InvoiceLineDraft[], other: readonly InvoiceLineDraft[]): void {
  const difference = amountOf(one).minus(amountOf(other)).abs();
  const tolerance = CENT.times(Decimal.ofInteger(one.length + other.length));
  expect(difference.compare(tolerance), `${difference} apart`).toBeLessThanOrEqual(0);
}

test("going from due date to due date bills the same as checking each day (R-TIME-5)", () => {
  fc.assert(
    fc.property(offersOf(anyPrices), requests(), (offer, asked) => {
      const { contract } = live(offer, asked);
      const yesterday = contract.startsOn.subtract({ days: 1 });
      const jumping = use(new Ledger(contract, yesterday)).advanceTo(THROUGH);
      const stepping = use(new Ledger(contract, yesterday)).lookOnEachDay(THROUGH);
      expect(jumping.print()).toEqual(stepping.print());
    }),
    { numRuns: 40 },
  );
});

test("a preview of the next date matches its invoice if nothing happens in between (R-INV-5)", () => {
  fc.assert(
    fc.property(offersOf(anyPrices), requests(), (offer, asked) => {
      const ledger = live(offer, asked, use(new Ledger(offer.contract)));
      for (let looks = 0; looks < 3 && ledger.next !== null; looks += 1) {
        const on = ledger.next;
        const foreseen = ledger.foresee(on);
        ledger.advanceTo(on);
        const billed = ledger.entries.filter((entry) => entry.on.equals(on)).map(({ line }) => line);
        expect(billed).toEqual(foreseen);
      }
    }),
    { numRuns: 40 },
  );
});

/** Requests, of which some come before and some after an event. */
const before = requests();
const after = requests();
const ahead = fc.integer({ min: 0, max: 30 });

test("a version that sells the same prices changes nothing: [a, c) equals [a, b) and [b, c) (R-SUB-4)", () => {
  const proration = fc.constantFrom("prorate" as const, "none" as const, "credit_only" as const);
  fc.assert(
    fc.property(offersOf(anyPrices), before, after, ahead, proration, (offer, early, late, days, policy) => {
      const plain = live(offer, early, use(new Ledger(offer.contract)));
      const split = live(offer, early, use(new Ledger(offer.contract)));
      const on = split.today.add({ days });
      const sold = split.contract.versions.findLast(({ startsOn }) => !isBefore(on, startsOn));
      fc.pre(sold !== undefined && split.change(on, sold.prices, policy));
      // A change names everything that is sold, so a change for an earlier day would find another future version.
      expect(live(offer, late, split.advanceTo(on)).advanceTo(THROUGH).print()).toEqual(
        live(offer, late, plain.advanceTo(on)).advanceTo(THROUGH).print(),
      );
    }),
    { numRuns: 40 },
  );
});

test("replacing a price by another of the same amount changes only the rounding of its parts (R-SUB-5)", () => {
  fc.assert(
    fc.property(contractsOf(evenPrices), ahead, (offer, days) => {
      const usedTwice = (ledger: Ledger) => {
        for (let day = 0; day < 300; day += 9) {
          for (const id of ["a", "a2"]) ledger.use(id, START.add({ days: day }), "10");
        }
        return ledger;
      };
      const plain = usedTwice(new Ledger(offer.contract));
      const split = usedTwice(new Ledger(offer.contract));
      const [first, ...others] = offer.contract.versions[0]?.prices ?? [];
      fc.pre(first !== undefined && first.trialDays === 0);
      expect(split.change(split.today.add({ days }), [{ ...first, id: "a2" }, ...others])).toBe(true);
      expectWithinCents(plain.advanceTo(THROUGH).lines, split.advanceTo(THROUGH).lines);
    }),
    { numRuns: 40 },
  );
});

test("a pause that ends on the day it starts has no effect (R-SUB-6)", () => {
  fc.assert(
    fc.property(offersOf(anyPrices), before, after, ahead, (offer, early, late, days) => {
      const plain = live(offer, early, use(new Ledger(offer.contract)));
      const paused = live(offer, early, use(new Ledger(offer.contract)));
      const on = paused.today.add({ days });
      fc.pre(paused.pause(on));
      expect(paused.resume(on)).toBe(true);
      expect(live(offer, late, paused).advanceTo(THROUGH).print()).toEqual(
        live(offer, late, plain).advanceTo(THROUGH).print(),
      );
    }),
    { numRuns: 40 },
  );
});

/** Prices that count in the months of the limits, even if they are sold again within their period. */
const monthlyPrices = (id: string) =>
  evenPrices(id).map((price) => ({ ...price, schedule: { ...price.schedule, interval: "monthly" } as PriceSchedule }));

test("an upgrade that is reverted on the same day nets to zero, with discounts and limits (R-SUB-5, R-SUB-8)", () => {
  fc.assert(
    fc.property(fc.oneof(contractsOf(evenPrices), offersOf(monthlyPrices)), fc.nat(60), (offer, wait) => {
      const [a, b, c, d] = offer.catalogue;
      fc.pre(a !== undefined && b !== undefined && c !== undefined && d !== undefined);
      const plain = use(new Ledger(offer.contract));
      const moved = use(new Ledger(offer.contract));
      const on = moved.today.add({ days: wait });
      moved.advanceTo(on);
      expect(moved.change(on, [c, d])).toBe(true);
      expect(moved.change(on, [a, b])).toBe(true);
      expectWithinCents(plain.advanceTo(THROUGH).lines, moved.advanceTo(THROUGH).lines);
    }),
    { numRuns: 40 },
  );
});

test("a pause costs the same whether it was known long before or requested on its day (R-SUB-6)", () => {
  const pauses = fc.record({ wait: fc.nat(80), days: fc.integer({ min: 1, max: 70 }) });
  fc.assert(
    fc.property(contractsOf(fixedPrices), pauses, (offer, { wait, days }) => {
      const known = new Ledger(offer.contract);
      const sudden = new Ledger(offer.contract);
      const on = known.today.add({ days: wait });
      expect(known.pause(on, on.add({ days }))).toBe(true);
      sudden.advanceTo(on);
      fc.pre(sudden.pause(on));
      sudden.advanceTo(on.add({ days }));
      fc.pre(sudden.resume(on.add({ days })));
      expectWithinCents(known.advanceTo(THROUGH).lines, sudden.advanceTo(THROUGH).lines);
    }),
    { numRuns: 40 },
  );
});

test("one-off prices are charged once, regardless of how many versions continue them (R-TIME-2)", () => {
  const going = (id: string) => (id === "a" ? oneOffPrices(id) : fixedPrices(id));
  const kinds: Request["kind"][] = ["change", "pause", "resume", "cancel", "withdraw"];
  fc.assert(
    fc.property(contractsOf(going), requests({ kinds }), (offer, asked) => {
      const kept = asked.map((request) =>
        request.kind === "change" ? { ...request, sold: [...new Set([0, ...request.sold])] } : request,
      );
      const ledger = live(offer, kept).advanceTo(THROUGH);
      const charged = ledger.lines.filter(({ kind }) => kind === "one_off").map(({ amount }) => amount.toFixed(2));
      const { endsOn } = ledger.contract;
      const isEverServed = endsOn === null || isBefore(serviceStart(ledger.contract), endsOn);
      expect(charged.length).toBeLessThanOrEqual(1);
      if (isEverServed) expect(charged).toEqual(["100.00"]);
    }),
    { numRuns: 40 },
  );
});

test("many small credits never exceed their line, even if its amount is negative (R-SUB-5)", () => {
  const amounts = fc.constantFrom("0.01", "0.05", "0.99", "-0.05", "-0.99", "31.00");
  const intervals = fc.constantFrom("monthly" as const, "yearly" as const);
  fc.assert(
    fc.property(
      amounts,
      intervals,
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 }),
      (value, interval, gaps) => {
        const price = fixedPrice("a", value, { kind: "recurring", interval, terms: "advance" });
        const ledger = new Ledger(contractFrom("2023-01-01", { prices: [price] }));
        for (const days of gaps) {
          ledger.pause(ledger.today.add({ days: 1 }), ledger.today.add({ days: 1 + days }));
          ledger.advanceTo(ledger.today.add({ days: 1 + days }));
        }
        expectCreditsWithinLines(ledger);
      },
    ),
    { numRuns: 40 },
  );
});

test("credits never exceed the line that they give back, after any requests (R-SUB-5)", () => {
  fc.assert(
    fc.property(offersOf(anyPrices), requests(), (offer, asked) => {
      expectCreditsWithinLines(live(offer, asked).advanceTo(THROUGH));
    }),
    { numRuns: 60 },
  );
});

/** Each credit is within one billed line, no day is given back twice, and the credits of a line do not exceed it. */
function expectCreditsWithinLines(ledger: Ledger): void {
  const credits = ledger.lines.filter(({ kind }) => kind === "credit");
  const lines = ledger.lines.filter(({ kind }) => kind === "recurring");
  let found = 0;
  for (const line of lines) {
    const own = credits
      .filter(
        ({ priceId, versionId, service }) =>
          priceId === line.priceId &&
          versionId === line.versionId &&
          !isBefore(service.start, line.service.start) &&
          !isBefore(line.service.end, service.end),
      )
      .toSorted((a, b) => Temporal.PlainDate.compare(a.service.start, b.service.start));
    found += own.length;
    own.forEach(({ service }, index) => {
      const next = own[index + 1];
      if (next !== undefined) expect(isBefore(next.service.start, service.end)).toBe(false);
    });
    const left = line.amount.plus(amountOf(own));
    expect(line.amount.isNegative() ? left.isPositive() : left.isNegative(), `${left} left of ${line.amount}`).toBe(
      false,
    );
    for (const { amount } of own) expect(amount.isNegative()).toBe(!line.amount.isNegative());
  }
  expect(found).toBe(credits.length);
}

import fc from "fast-check";
import type { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  arrearsInterval,
  billedPeriodAt,
  type Contract,
  type ContractPrice,
  daysBetween,
  Decimal,
  isBefore,
  isPrepaid,
  rate,
  rateInArrears,
  roundToMinorUnit,
  type UsageGroup,
  type Usage,
} from "../../src/index.ts";
import { isChargedOn, salesOf } from "./days-oracle.ts";
import { contractsOf, live, prepaidPrices, requests, START, usagePrices } from "./histories.ts";
import { amountOf, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

interface Event {
  readonly priceId: string;
  readonly day: number;
  readonly quantity: number;
  readonly region: string | null;
  /** The number of days from the event until it arrives. */
  readonly delay: number;
}

const events = fc.array(
  fc.record({
    priceId: fc.constantFrom("a", "b"),
    day: fc.nat(200),
    quantity: fc.integer({ min: 0, max: 90 }),
    region: fc.constantFrom("eu", "us"),
    delay: fc.oneof(fc.constant(0), fc.nat(120)),
  }),
  { maxLength: 30 },
);

const grouped = (id: string) => usagePrices(id).map((price): ContractPrice => ({ ...price, groupBy: ["region"] }));
const metered = (id: string) => fc.oneof(usagePrices(id), prepaidPrices(id), grouped(id));

/** A ledger that receives the events in their order of arrival, on their days of arrival. */
function receive(ledger: Ledger, arriving: readonly Event[], prices: readonly ContractPrice[]): Ledger {
  for (const { priceId, day, quantity, region, delay } of arriving.toSorted(
    (x, y) => x.day + x.delay - (y.day + y.delay),
  )) {
    ledger.advanceTo(START.add({ days: day + delay }));
    const isGrouped = prices.some(({ id, groupBy }) => id === priceId && groupBy.length > 0);
    ledger.use(priceId, START.add({ days: day }), String(quantity), isGrouped && region !== null ? { region } : null);
  }
  return ledger;
}

/** The cost of all usage of each period, rated at once, by the first served day of the period. */
function costOfUsage(contract: Contract, all: readonly Event[], through: Temporal.PlainDate): Map<string, Decimal> {
  const costs = new Map<string, Decimal>();
  for (const sale of salesOf(contract, through)) {
    const { price } = sale;
    const interval =
      price.schedule.kind === "usage" && !isPrepaid(price.model) ? arrearsInterval(price) : advance(price);
    if (interval === null) continue;
    for (let day = sale.start; isBefore(day, sale.end);) {
      const period = billedPeriodAt(contract, interval, day);
      const days: Temporal.PlainDate[] = [];
      for (; isBefore(day, period.span.end) && isBefore(day, sale.end); day = day.add({ days: 1 })) {
        if (isChargedOn(contract, price, day)) days.push(day);
      }
      const counted = all.filter(
        (event) => event.priceId === price.id && days.some((one) => one.equals(START.add({ days: event.day }))),
      );
      if (days.length > 0)
        costs.set(
          `${price.id} ${sale.opened.id} ${period.span.start}`,
          costOf(price, counted, days.length, daysBetween(period.whole.start, period.whole.end)),
        );
    }
  }
  return costs;
}

function advance({ schedule }: ContractPrice) {
  return schedule.kind === "usage" ? schedule.interval : null;
}

function usageOf(counted: readonly Event[]): Usage {
  return {
    quantity: Decimal.ofInteger(counted.reduce((sum, { quantity }) => sum + quantity, 0)),
    eventCount: Decimal.ofInteger(counted.length),
  };
}

function costOf(price: ContractPrice, counted: readonly Event[], days: number, of: number): Decimal {
  const { model } = price;
  if (isPrepaid(model)) {
    const units = model.units
      .times(Decimal.ofInteger(days))
      .dividedBy(Decimal.ofInteger(of), 18, "half_away_from_zero");
    return roundToMinorUnit(rateInArrears({ ...model, units }, usageOf(counted)).amount, "USD");
  }
  const parts = price.groupBy.length === 0 ? [counted] : [...Map.groupBy(counted, ({ region }) => region).values()];
  // Without usage, a grouped price has one line like any other price.
  const rated = parts.length === 0 ? [[]] : parts;
  return Decimal.sum(rated.map((part) => roundToMinorUnit(rate(model, usageOf(part)).amount, "USD")));
}

test("usage lines and their corrections sum to the cost of all usage, in any order of arrival (R-INV-9, R-EVT-4)", () => {
  const kinds = ["change", "pause", "resume"] as const;
  const asking = requests({ kinds, prorations: ["prorate"] });
  fc.assert(
    fc.property(contractsOf(metered), events, asking, (offer, all, asked) => {
      const sold = { ...offer, catalogue: offer.catalogue.slice(0, 2) };
      const ledger = live(sold, asked);
      const from = daysBetween(START, ledger.today);
      // Requests come first, so that the contract does not change while usage arrives late.
      const later = all.map((event) => ({ ...event, delay: Math.max(event.delay, from - event.day) }));
      receive(ledger, later, offer.catalogue);
      ledger.cancel(ledger.today.add({ days: 3 }));
      ledger.advanceTo(ledger.today.add({ days: 500 }));
      const { contract } = ledger;
      for (const [key, cost] of costOfUsage(contract, all, ledger.today)) {
        const [priceId, versionId, start] = key.split(" ");
        const lines = ledger.lines.filter(
          (line) =>
            (line.kind === "usage" || line.kind === "correction") &&
            line.priceId === priceId &&
            line.versionId === versionId &&
            periodStart(contract, offer.catalogue, line.priceId, line.countedOn) === start,
        );
        expect(amountOf(lines).toFixed(2), key).toBe(cost.toFixed(2));
      }
    }),
    { numRuns: 50 },
  );
});

function periodStart(
  contract: Contract,
  prices: readonly ContractPrice[],
  id: string,
  day: Temporal.PlainDate,
): string {
  const interval = prices.filter((price) => price.id === id).map(advance)[0] ?? "monthly";
  return billedPeriodAt(contract, interval, day).span.start.toString();
}

test("S19: 50 units that arrive after the invoice of their month are corrected on the next invoice (R-INV-9)", () => {
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [usagePrice("Calls", "0.02")] }));
  ledger.use("Calls", date("2024-01-10"), "300");
  ledger.advanceTo(date("2024-02-01"));
  ledger.use("Calls", date("2024-01-20"), "50");
  ledger.advanceTo(date("2024-03-01"));
  expect(ledger.print()).toEqual([
    "2024-02-01  2024-01-01→2024-02-01  Calls 6.00", // 300 × 0.02
    "2024-03-01  2024-01-01→2024-02-01  Late usage of 2024-01-01 to 2024-01-31: Calls 1.00", // 350 × 0.02 − 6.00
    "2024-03-01  2024-02-01→2024-03-01  Calls 0.00",
  ]);
});

test("late usage of an ended contract is billed immediately (R-INV-9)", () => {
  const prices = [usagePrice("Calls", "0.02")];
  const ledger = new Ledger(contractFrom("2024-01-01", { prices, end: "2024-02-01" })).advanceTo(date("2024-02-10"));
  ledger.use("Calls", date("2024-01-20"), "50");
  expect(ledger.print().slice(1)).toEqual([
    "2024-02-10  2024-01-01→2024-02-01  Late usage of 2024-01-01 to 2024-01-31: Calls 1.00", // 50 × 0.02
  ]);
});

test("late usage of a part corrects the later parts of a period that is over (R-INV-9, R-RATE-2)", () => {
  const first = { minUnits: Decimal.zero, maxUnits: Decimal.of("100"), pricePerUnit: Decimal.zero };
  const tiers = [
    { ...first, fixedFee: Decimal.of("9") },
    { minUnits: Decimal.of("101"), maxUnits: null, pricePerUnit: Decimal.of("0.07"), fixedFee: Decimal.zero },
  ];
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    schedule: { kind: "usage", interval: "quarterly" },
    model: { type: "prepaid_fixed_tiered", tiers, units: Decimal.of("100"), overageInterval: "monthly" },
  };
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [price] }));
  ledger.use("Calls", date("2024-01-10"), "30");
  ledger.use("Calls", date("2024-02-10"), "60");
  ledger.advanceTo(date("2024-04-02"));
  ledger.use("Calls", date("2024-01-20"), "20");
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-01-01  2024-01-01→2024-04-01  Calls 9.00",
    "2024-02-01  2024-01-01→2024-02-01  Calls 0.00",
    "2024-03-01  2024-02-01→2024-03-01  Calls 0.00",
    "2024-04-01  2024-03-01→2024-04-01  Calls 0.00",
    "2024-04-01  2024-04-01→2024-07-01  Calls 9.00",
    "2024-05-01  2024-01-01→2024-04-01  Late usage of 2024-01-01 to 2024-03-31: Calls 0.70", // (110 − 100) × 0.07
    "2024-05-01  2024-04-01→2024-05-01  Calls 0.00",
  ]);
});

test("late usage that changes no amount creates no line (R-INV-9)", () => {
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [usagePrice("Calls", "0.02")] }));
  ledger.advanceTo(date("2024-02-01"));
  ledger.use("Calls", date("2024-01-20"), "0.1"); // 0.002
  expect(ledger.advanceTo(date("2024-03-01")).print()).toHaveLength(2);
});

test("a late group reverses what was billed while there was no group (R-INV-9, R-MET-2)", () => {
  const fee = { minUnits: Decimal.zero, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.of("9") };
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    model: { type: "graduated_tiered", tiers: [fee] },
    groupBy: ["region"],
  };
  const region = (name: string): UsageGroup => ({ region: name });
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [price] })).advanceTo(date("2024-02-01"));
  ledger.use("Calls", date("2024-01-20"), "50", region("eu"));
  ledger.use("Calls", date("2024-01-21"), "10", {});
  expect(ledger.advanceTo(date("2024-03-01")).print()).toEqual([
    "2024-02-01  2024-01-01→2024-02-01  Calls 9.00",
    "2024-03-01  2024-01-01→2024-02-01  Late usage of 2024-01-01 to 2024-01-31: Calls (region eu) 14.00", // 9.00 + 50 × 0.10
    "2024-03-01  2024-01-01→2024-02-01  Late usage of 2024-01-01 to 2024-01-31: Calls (other) 10.00", // 9.00 + 10 × 0.10
    "2024-03-01  2024-01-01→2024-02-01  Late usage of 2024-01-01 to 2024-01-31: Calls -9.00",
    "2024-03-01  2024-02-01→2024-03-01  Calls 9.00",
  ]);
});

test("late usage of a fixed price or of an unknown version corrects nothing (R-INV-9)", () => {
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [fixedPrice("Base", "10.00")] }));
  ledger.use("Base", date("2024-01-20"), "50");
  expect(ledger.advanceTo(date("2024-01-31")).print()).toEqual(["2024-01-01  2024-01-01→2024-02-01  Base 10.00"]);
});

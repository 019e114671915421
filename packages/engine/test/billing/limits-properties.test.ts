import fc from "fast-check";
import type { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  arrearsDueOn,
  type BilledPeriod,
  billedPeriodAt,
  type Contract,
  type ContractDiscount,
  type ContractThreshold,
  countedShare,
  Decimal,
  isBefore,
  isInScope,
  later,
  overlap,
  type Scope,
  sharedAmount,
  serviceStart,
  daysBetween,
} from "../../src/index.ts";
import { contractsOf, fixedPrices, live, oneOffPrices, requests, START, usagePrices } from "./histories.ts";
import { amountOf, Ledger } from "./ledger.ts";

const THROUGH = START.add({ days: 300 });
const SUBSCRIPTION: Scope = { kind: "subscription" };

const prices = (id: string) =>
  fc.oneof(
    fc
      .tuple(fixedPrices(id), fc.constantFrom("monthly" as const, "monthly" as const, "quarterly" as const))
      .map(([price, interval]) => ({ ...price, schedule: { ...price.schedule, interval } as const })),
    usagePrices(id),
    oneOffPrices(id),
  );

const intervals = fc.constantFrom("weekly" as const, "monthly" as const, "quarterly" as const);
const scopes: fc.Arbitrary<Scope> = fc.constantFrom<Scope[]>(SUBSCRIPTION, { kind: "price", priceId: "a" });

/** A minimum and a maximum that do not contradict each other. */
const thresholds = fc
  .record({ scope: scopes, interval: intervals, least: fc.integer({ min: 0, max: 90 }), more: fc.nat(60) })
  .map(({ scope, interval, least, more }): ContractThreshold[] => [
    { id: `min ${scope.kind}`, type: "min", value: Decimal.ofInteger(least), interval, scope },
    { id: `max ${scope.kind}`, type: "max", value: Decimal.ofInteger(least + more), interval, scope },
  ]);

const discounts = fc
  .record({
    scope: scopes,
    interval: intervals,
    type: fc.constantFrom("amount" as const, "percentage" as const),
    value: fc.integer({ min: 1, max: 100 }),
    days: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  })
  .map(({ value, days, ...rest }) => (served: Temporal.PlainDate): ContractDiscount => ({
    ...rest,
    id: `discount ${rest.scope.kind}`,
    value: Decimal.ofInteger(value),
    startsOn: served,
    endsOn: days === undefined ? null : served.add({ days }),
  }));

const histories = fc
  .record({
    offer: contractsOf(prices),
    limits: fc.array(thresholds, { maxLength: 1 }),
    reductions: fc.array(discounts, { maxLength: 1 }),
    asked: requests({ prorations: ["prorate", "none"] }),
  })
  .map(({ offer, limits, reductions, asked }) => {
    const served = serviceStart(offer.contract);
    const own = reductions.map((discount) => discount(served));
    const contract = { ...offer.contract, thresholds: limits.flat(), discounts: own };
    return { offer: { ...offer, contract }, asked };
  });

/** The periods of a limit or a discount that have started. */
function periodsUntil(contract: Contract, { interval }: ContractThreshold | ContractDiscount, on: Temporal.PlainDate) {
  const periods: BilledPeriod[] = [];
  for (let day = serviceStart(contract); isBefore(day, on);) {
    const period = billedPeriodAt(contract, interval, day);
    periods.push(period);
    day = period.span.end;
  }
  return periods;
}

/** The days of a period on which the contract or the price is served, counted one by one. */
function daysServed(contract: Contract, scope: Scope, { span }: BilledPeriod): number {
  let days = 0;
  for (let day = span.start; isBefore(day, span.end); day = day.add({ days: 1 })) {
    const version = contract.versions.findLast(({ startsOn }) => !isBefore(day, startsOn));
    const price = version?.prices.find(({ id }) => scope.kind === "price" && id === scope.priceId);
    const isSold = scope.kind === "subscription" || price !== undefined;
    const isPaused = contract.pauses.some(
      (pause) => !isBefore(day, pause.startsOn) && (pause.endsOn === null || isBefore(day, pause.endsOn)),
    );
    const isOver = contract.endsOn !== null && !isBefore(day, contract.endsOn);
    if (isSold && !isPaused && !isOver && !isBefore(day, serviceStart(contract, price))) days += 1;
  }
  return days;
}

function partOf(value: Decimal, days: number, { whole }: BilledPeriod): Decimal {
  const part = value.times(Decimal.ofInteger(days));
  return part.dividedBy(Decimal.ofInteger(daysBetween(whole.start, whole.end)), 2, "half_away_from_zero");
}

function spentIn(ledger: Ledger, { scope, interval }: ContractThreshold, period: BilledPeriod): Decimal {
  const { contract, lines } = ledger;
  return amountOf(
    lines.flatMap((line) => {
      const part = isInScope(scope, line) ? countedShare(contract, interval, line, period.span) : undefined;
      if (part === undefined) return [];
      return part === "whole" ? [line] : [{ ...line, amount: sharedAmount(line.amount, part, contract.currency) }];
    }),
  );
}

test("each past period costs at least its minimum and at most its maximum, after any requests (R-SUB-8)", () => {
  fc.assert(
    fc.property(histories, ({ offer, asked }) => {
      const check = (ledger: Ledger, on: Temporal.PlainDate) => {
        const { contract } = ledger;
        for (const limit of contract.thresholds) {
          const moved = ledger.entries.filter((entry) => entry.on.equals(on)).map(({ line }) => line);
          for (const period of periodsUntil(contract, limit, on)) {
            const settles = arrearsDueOn(contract, period);
            if (isBefore(on, settles)) continue;
            const isMoved = moved.some(
              (line) =>
                isInScope(limit.scope, line) && countedShare(contract, limit.interval, line, period.span) !== undefined,
            );
            if (!on.equals(settles) && !isMoved) continue;
            const days = daysServed(contract, limit.scope, period);
            // A maximum does not reduce what stays charged for days that are not served.
            if (days === 0 && !isMoved) continue;
            const oneOffs = ledger.spentBefore({ source: limit, period: period.span, rank: 6 }).oneOffs;
            const prorated = partOf(limit.value, days, period);
            const bound =
              limit.type === "max" ? Decimal.max(prorated, Decimal.min(limit.value, prorated.plus(oneOffs))) : prorated;
            // A price's limits come before the subscription's discount, whose lines have no price.
            const spent = spentIn(ledger, limit, period);
            const text = `${limit.id} of ${period.span.start}: ${spent} by ${on}, ${days} days`;
            if (limit.type === "max") expect(spent.compare(bound), text).toBeLessThanOrEqual(0);
            else if (days > 0) expect(spent.compare(bound), text).toBeGreaterThanOrEqual(0);
          }
        }
      };
      const ledger = new Ledger(offer.contract);
      ledger.onBilled = (on) => check(ledger, on);
      live(offer, asked, ledger).advanceTo(THROUGH);
    }),
    { numRuns: 80 },
  );
});

test("an amount discount applies once per period, and never exceeds the cost of the period (R-SUB-8)", () => {
  fc.assert(
    fc.property(histories, ({ offer, asked }) => {
      const ledger = live(offer, asked).advanceTo(THROUGH);
      const { contract } = ledger;
      for (const discount of contract.discounts.filter(({ type }) => type === "amount")) {
        for (const period of periodsUntil(contract, discount, later(THROUGH, contract.anchor))) {
          const window = overlap(period.span, discount.startsOn, discount.endsOn);
          if (window === undefined) continue;
          const { spent, adjusted } = ledger.spentBefore({
            source: discount,
            period: window,
            rank: discount.scope.kind === "price" ? 1 : 4,
          });
          const text = `${discount.id} of ${period.span.start}: ${adjusted} off ${spent}`;
          expect(adjusted.negate().compare(discount.value), text).toBeLessThanOrEqual(0);
          expect(adjusted.isPositive(), text).toBe(false);
          if (!spent.isNegative()) expect(spent.plus(adjusted).isNegative(), text).toBe(false);
        }
      }
    }),
    { numRuns: 80 },
  );
});

import {
  churnOf,
  type Contract,
  type DatePeriod,
  Decimal,
  MOVEMENT_KINDS,
  recurringMovements,
  recurringPeriods,
  type RecurringStretch,
  recurringStretches,
  sumRecurring,
} from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contractsOf, fixedPrices, START } from "../billing/histories.ts";
import { date } from "../billing/support.ts";

/** `2024-01-01 100` is a stretch. */
function subscription(subscriptionId: string, ...texts: string[]) {
  const stretches = texts.map((text): RecurringStretch => {
    const [day = "", amount = ""] = text.split(" ");
    return { from: date(day), versionId: "v1", amount: Decimal.of(amount), parts: [] };
  });
  return { subscriptionId, stretches };
}

const span = (start: string, end: string): DatePeriod => ({ start: date(start), end: date(end) });

const told = (...subscriptions: ReturnType<typeof subscription>[]) =>
  recurringMovements(subscriptions).map(
    ({ day, kind, before, after }) => `${day.toString()} ${kind} ${before.toCanonical()} → ${after.toCanonical()}`,
  );

test("an account is new once and can be reactivated; if one contract replaces another, only the difference is a movement", () => {
  const first = subscription(
    "a",
    "2024-01-01 100",
    "2024-02-10 150",
    "2024-03-01 120",
    "2024-04-01 0",
    "2024-05-01 120",
  );
  expect(told(first)).toEqual([
    "2024-01-01 new 0 → 100",
    "2024-02-10 expansion 100 → 150",
    "2024-03-01 contraction 150 → 120",
    "2024-04-01 churn 120 → 0",
    "2024-05-01 reactivation 0 → 120",
  ]);
  const second = subscription("b", "2024-02-10 30", "2024-04-01 150");
  expect(told(first, second).slice(1)).toEqual([
    "2024-02-10 expansion 100 → 180",
    "2024-03-01 contraction 180 → 150",
    "2024-05-01 expansion 150 → 270", // on April 1 120 ended and 120 started
  ]);
});

test("an account whose credits exceed its charges does not count as paying", () => {
  const odd = subscription("a", "2024-01-01 -20", "2024-02-01 -5", "2024-03-01 10", "2024-04-01 -1");
  const [march, april] = recurringPeriods(
    [recurringMovements([odd])],
    [span("2024-03-01", "2024-04-01"), span("2024-04-01", "2024-05-01")],
  );
  expect(march?.accounts).toEqual({ opening: 0, closing: 1, lost: 0 });
  expect([april?.kept.toCanonical(), april?.retained.toCanonical()]).toEqual(["0", "-1"]);
  expect(told(odd)).toEqual([
    "2024-01-01 contraction 0 → -20",
    "2024-02-01 expansion -20 → -5",
    "2024-03-01 new -5 → 10",
    "2024-04-01 churn 10 → -1",
  ]);
});

test("churn and retention of a month consider the accounts that paid at its start", () => {
  const february = span("2024-02-01", "2024-03-01");
  const accounts = [
    ["2024-01-01 100", "2024-02-10 130"],
    ["2024-01-01 100", "2024-02-10 60"],
    ["2024-01-01 50", "2024-02-20 0"],
    ["2024-02-05 500", "2024-02-06 700"],
    ["2024-03-01 9"],
    ["2024-01-01 250"],
  ];
  const movements = accounts.map((texts) => recurringMovements([subscription("s", ...texts)]));
  const month = sumRecurring([
    ...recurringPeriods(movements.slice(0, 2), [february]),
    ...recurringPeriods(movements.slice(2), [february]),
  ]);
  const moved = MOVEMENT_KINDS.map((kind) => month.moved[kind].toCanonical());
  expect([month.opening.toCanonical(), ...moved, month.closing.toCanonical()]).toEqual(
    // 500 new, 30 + 200 more, 40 less, 50 lost
    ["500", "500", "230", "-40", "-50", "0", "1140"],
  );
  expect(month.accounts).toEqual({ opening: 4, closing: 4, lost: 1 });
  const { accountChurn, revenueChurn, netRetention, grossRetention } = churnOf(month);
  expect(accountChurn?.toFixed(2)).toBe("25.00"); // 1 of 4
  expect(netRetention?.toFixed(2)).toBe("88.00"); // (130 + 60 + 0 + 250) ÷ 500
  expect(grossRetention?.toFixed(2)).toBe("82.00"); // (100 + 60 + 0 + 250) ÷ 500
  expect(revenueChurn?.toFixed(2)).toBe("18.00");
  expect(recurringPeriods(movements, [])).toEqual([]);
  const noAccounts = { accountChurn: null, revenueChurn: null, netRetention: null, grossRetention: null };
  expect(churnOf(sumRecurring([]))).toEqual(noAccounts);
});

const day = (max: number) => fc.integer({ min: 0, max }).map((days) => START.add({ days }));

/** Contracts with a change, a pause, an end and a discount on any days. */
const histories: fc.Arbitrary<Contract> = fc
  .record({
    offer: contractsOf(fixedPrices),
    change: fc.option(day(400)),
    pause: fc.option(fc.tuple(day(400), fc.option(fc.integer({ min: 1, max: 90 })))),
    end: fc.option(day(500)),
    discount: fc.option(
      fc.tuple(day(200), fc.option(day(500)), fc.constantFrom("percentage" as const, "amount" as const)),
    ),
  })
  .map(({ offer: { contract, catalogue }, change, pause, end, discount }) => {
    const [first, ...rest] = contract.versions;
    const later = change !== null && first !== undefined && change.toString() > first.startsOn.toString();
    const versions = later
      ? [
          { ...first, endsOn: change },
          { ...first, id: "v2", startsOn: change, prices: catalogue.slice(1) },
        ]
      : [first, ...rest].flatMap((version) => version ?? []);
    const pauses =
      pause === null
        ? []
        : [
            {
              startsOn: pause[0],
              endsOn: pause[1] === null ? null : pause[0].add({ days: pause[1] }),
              billedVersionId: null,
            },
          ];
    const discounts: Contract["discounts"] =
      discount === null
        ? []
        : [
            {
              id: "d",
              type: discount[2],
              value: Decimal.of("15"),
              interval: "monthly",
              scope: { kind: "subscription" },
              startsOn: discount[0],
              endsOn: discount[1],
            },
          ];
    return { ...contract, versions, pauses, discounts, endsOn: end };
  });

test("splitting a version on any day changes no amount of any day: no day of change is missed", () => {
  const amountsOf = (contract: Contract): string[] => {
    const stretches = recurringStretches(contract).toReversed();
    return Array.from({ length: 500 }, (_, days) => START.add({ days }).toString()).map(
      (on) => stretches.find(({ from }) => from.toString() <= on)?.amount.toCanonical() ?? "0",
    );
  };
  fc.assert(
    fc.property(histories, day(500), (contract, cut) => {
      const versions = contract.versions.flatMap((version) => {
        const isInside =
          version.startsOn.toString() < cut.toString() && (version.endsOn?.toString() ?? "9") > cut.toString();
        return isInside
          ? [
              { ...version, endsOn: cut },
              { ...version, id: "cut", startsOn: cut },
            ]
          : [version];
      });
      expect(amountsOf({ ...contract, versions })).toEqual(amountsOf(contract));
    }),
    { numRuns: 60 },
  );
});

test("for any contracts, each month closes where the next opens, movements add up, and the account is the sum of its subscriptions", () => {
  fc.assert(
    fc.property(fc.array(histories, { minLength: 1, maxLength: 4 }), (contracts) => {
      const subscriptions = contracts.map((contract, index) => ({
        subscriptionId: `sub${index}`,
        stretches: recurringStretches(contract),
      }));
      const movements = recurringMovements(subscriptions);
      const months = Array.from({ length: 20 }, (_, month) => {
        return { start: START.add({ months: month }), end: START.add({ months: month + 1 }) };
      });
      let closing = Decimal.zero;
      for (const [place, period] of recurringPeriods([movements], months).entries()) {
        expect(period.opening.equals(closing)).toBe(true);
        closing = Decimal.sum([period.opening, ...MOVEMENT_KINDS.map((kind) => period.moved[kind])]);
        expect(period.closing.equals(closing)).toBe(true);
        const end = START.add({ months: place + 1 });
        const ofSubscriptions = subscriptions.map(
          ({ stretches }) => stretches.findLast(({ from }) => from.toString() < end.toString())?.amount ?? Decimal.zero,
        );
        expect(period.closing.equals(Decimal.sum(ofSubscriptions))).toBe(true);
      }
      for (const { before, after, changes } of movements) {
        const moved = changes.map((change) => change.after.amount.minus(change.before?.amount ?? Decimal.zero));
        expect(Decimal.sum(moved).equals(after.minus(before))).toBe(true);
      }
    }),
    { numRuns: 80 },
  );
});

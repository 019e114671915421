import {
  churnOf,
  Decimal,
  MOVEMENT_KINDS,
  type MovementKind,
  recurringMovements,
  type RecurringPeriod,
  recurringPeriods,
  type RecurringStretch,
  sumRecurring,
} from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { perCent } from "../../src/insights/recurring-period.ts";
import { date } from "../billing/support.ts";
import { Fraction, HUNDRED } from "../fraction.ts";

// Recurring revenue as a list of days with the cents that an account pays on each, and the figures derived from it.

const FIRST = date("2026-01-01");
const DAYS = 120;
/** Periods of thirty days. */
const PERIODS = [0, 30, 60, 90];

interface Turn {
  readonly day: number;
  readonly cents: number;
}

const turns = fc
  .uniqueArray(fc.record({ day: fc.nat(DAYS - 1), cents: fc.constantFrom(0, 0, 500, 1_000, 1_250, 9_900) }), {
    selector: ({ day }) => day,
    maxLength: 6,
  })
  .map((list): Turn[] => list.toSorted((a, b) => a.day - b.day));
/** The subscriptions of one account. */
const account = fc.array(turns, { maxLength: 3 });
type Account = readonly (readonly Turn[])[];

function movementsOf(subscriptions: Account) {
  return recurringMovements(
    subscriptions.map((own, place) => ({
      subscriptionId: `sub_${place}`,
      stretches: own.map(({ day, cents }): RecurringStretch => {
        return { from: FIRST.add({ days: day }), versionId: "v1", amount: Decimal.of(`${cents}e-2`), parts: [] };
      }),
    })),
  );
}

/** The amount that an account pays at the end of each day. */
function row(subscriptions: Account): number[] {
  return Array.from({ length: DAYS }, (_, day) =>
    subscriptions.reduce((sum, own) => sum + (own.findLast((turn) => turn.day <= day)?.cents ?? 0), 0),
  );
}

interface Move {
  readonly day: number;
  readonly kind: MovementKind;
  readonly by: number;
}

function movesOf(days: readonly number[]): Move[] {
  return days.flatMap((after, day) => {
    const before = days[day - 1] ?? 0;
    if (after === before) return [];
    const wasPaying = days.slice(0, day).some((cents) => cents > 0);
    const starts: MovementKind = wasPaying ? "reactivation" : "new";
    const goesOn: MovementKind = after > before ? "expansion" : "contraction";
    const kind = before === 0 ? starts : after === 0 ? "churn" : goesOn;
    return [{ day, kind, by: after - before }];
  });
}

const cents = (amount: Decimal) => Number(amount.times(Decimal.of("100")).toCanonical());

test("each day on which the recurring revenue changes has one movement with the difference", () => {
  fc.assert(
    fc.property(account, (subscriptions) => {
      const found = movementsOf(subscriptions).map(({ day, kind, before, after }) => {
        return { day: FIRST.until(day).days, kind, by: cents(after) - cents(before) };
      });
      expect(found).toEqual(movesOf(row(subscriptions)));
    }),
    { numRuns: 300 },
  );
});

/** The figures of a period, all in cents: `1500 +200 … → 1700, 3 → 4, lost 1, retained …, kept …`. */
function told({ opening, moved, closing, accounts, retained, kept }: RecurringPeriod): string {
  const moves = MOVEMENT_KINDS.map((kind) => cents(moved[kind])).join(" ");
  const paying = `${accounts.opening} → ${accounts.closing}, lost ${accounts.lost}`;
  return `${cents(opening)}: ${moves} → ${cents(closing)}; ${paying}; ${cents(retained)} ${cents(kept)}`;
}

function expected(accounts: readonly Account[], from: number): string {
  const end = from + 30;
  const rows = accounts.map(row);
  const sum = (list: readonly number[]) => list.reduce((whole, one) => whole + one, 0);
  const openings = rows.map((days) => days[from - 1] ?? 0);
  const closings = rows.map((days) => days[end - 1] ?? 0);
  const moves = rows.flatMap(movesOf).filter(({ day }) => day >= from && day < end);
  const byKind = MOVEMENT_KINDS.map((kind) => sum(moves.filter((move) => move.kind === kind).map(({ by }) => by)));
  const count = (list: readonly number[]) => list.filter((one) => one > 0).length;
  const lost = openings.filter((opening, place) => opening > 0 && closings[place] === 0).length;
  const ofPaying = closings.filter((_, place) => openings[place]! > 0);
  const kept = closings.map((closing, place) => Math.min(closing, openings[place]!));
  return `${sum(openings)}: ${byKind.join(" ")} → ${sum(closings)}; ${count(openings)} → ${count(closings)}, lost ${lost}; ${sum(ofPaying)} ${sum(kept)}`;
}

const periods = PERIODS.map((from) => {
  return { start: FIRST.add({ days: from }), end: FIRST.add({ days: from + 30 }) };
});

test("periods open, move and close as the lists of days show, and count paying accounts", () => {
  fc.assert(
    fc.property(fc.array(account, { maxLength: 4 }), (accounts) => {
      const found = recurringPeriods(accounts.map(movementsOf), periods).map(told);
      expect(found).toEqual(PERIODS.map((from) => expected(accounts, from)));
    }),
    { numRuns: 200 },
  );
});

test("the sum over accounts equals all of them together, in any order", () => {
  fc.assert(
    fc.property(fc.array(account, { minLength: 1, maxLength: 4 }), (accounts) => {
      const together = recurringPeriods(accounts.map(movementsOf), periods);
      const apart = accounts.map((one) => recurringPeriods([movementsOf(one)], periods));
      for (const place of PERIODS.keys()) {
        const summed = sumRecurring(apart.map((own) => own[place]!));
        expect(told(summed)).toBe(told(together[place]!));
        expect(told(sumRecurring(apart.map((own) => own[place]!).toReversed()))).toBe(told(summed));
      }
    }),
  );
});

test("retention and churn are percentages of the opening value, to two decimals", () => {
  fc.assert(
    fc.property(fc.array(account, { maxLength: 4 }), (accounts) => {
      for (const period of recurringPeriods(accounts.map(movementsOf), periods)) {
        const { accountChurn, netRetention, grossRetention, revenueChurn } = churnOf(period);
        const share = (part: number, whole: number) =>
          whole > 0 ? new Fraction(BigInt(part), BigInt(whole)).times(HUNDRED).toFixed(2) : undefined;
        const opening = cents(period.opening);
        expect(accountChurn?.toFixed(2)).toBe(share(period.accounts.lost, period.accounts.opening));
        expect(netRetention?.toFixed(2)).toBe(share(cents(period.retained), opening));
        expect(grossRetention?.toFixed(2)).toBe(share(cents(period.kept), opening));
        expect(revenueChurn?.plus(grossRetention!).toFixed(2)).toBe(opening > 0 ? "100.00" : undefined);
      }
    }),
  );
});

test.each([
  ["1", "3", "33.33"],
  ["2", "3", "66.67"],
  ["0", "3", "0.00"],
  ["3", "3", "100.00"],
  ["250", "100", "250.00"], // more than at the start
  ["1", "0", null],
  ["-1", "3", "-33.33"],
  ["1", "-3", null],
])("%s of %s is %s percent", (part, whole, expectedShare) => {
  expect(perCent(Decimal.of(part), Decimal.of(whole))?.toFixed(2) ?? null).toBe(expectedShare);
});

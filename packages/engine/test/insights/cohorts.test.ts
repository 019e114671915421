import { addCohorts, type Cohort, cohortsOf, type DatePeriod, Decimal, recurringMovements } from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { date } from "../billing/support.ts";

const MONTHS: DatePeriod[] = ["2024-01", "2024-02", "2024-03"].map((month) => {
  const start = date(`${month}-01`);
  return { start, end: start.add({ months: 1 }) };
});

/** `2024-01-10 100` is a stretch: the amount per month from that day on. */
function account(...texts: string[]) {
  const stretches = texts.map((text) => {
    const [day = "", amount = ""] = text.split(" ");
    return { from: date(day), versionId: "v", amount: Decimal.of(amount), parts: [] };
  });
  return recurringMovements([{ subscriptionId: "s", stretches }]);
}

/** `2 300: 2 350, 1 250`: accounts and amount at first, then at the end of each month. */
function told(cohorts: readonly Cohort[]): string[] {
  return cohorts.map(({ accounts, amount, months }) => {
    const later = months.map((month) => `${month.accounts} ${month.amount.toCanonical()}`);
    return `${accounts} ${amount.toCanonical()}: ${later.join(", ")}`;
  });
}

test("a cohort is the accounts that first paid in a month, with what each month's end kept of it", () => {
  const accounts = [
    account("2024-01-10 100", "2024-02-05 150"), // grew
    account("2024-01-20 200", "2024-02-29 0"), // left on the last day of February
    account("2024-02-01 40", "2024-02-15 0", "2024-03-10 60"), // left, and returned with more
  ];
  expect(told(cohortsOf(accounts, MONTHS))).toEqual([
    "2 300: 2 300, 1 150, 1 150", // 100 + 200; then 150 + 0
    "1 40: 0 0, 1 60",
    "0 0: 0 0",
  ]);
});

test("an account that paid before the first month or never is in no cohort, and a return starts none", () => {
  const before = account("2023-12-31 100", "2024-01-10 0", "2024-02-10 100");
  expect(told(cohortsOf([before, account("2024-01-05 0"), []], MONTHS))).toEqual([
    "0 0: 0 0, 0 0, 0 0",
    "0 0: 0 0, 0 0",
    "0 0: 0 0",
  ]);
});

test("an account that leaves in its first month still counts with what it first paid", () => {
  expect(told(cohortsOf([account("2024-01-10 100", "2024-01-12 0")], MONTHS))[0]).toBe("1 100: 0 0, 0 0, 0 0");
});

test("the first day of a month belongs to it, and the first day after the last month to none", () => {
  const accounts = [account("2024-02-01 10"), account("2024-04-01 10")];
  expect(told(cohortsOf(accounts, MONTHS)).map((text) => text.split(":")[0])).toEqual(["0 0", "1 10", "0 0"]);
});

test("a group without accounts adds nothing", () => {
  const cohorts = cohortsOf([account("2024-01-10 100", "2024-02-05 150")], MONTHS);
  expect(told(addCohorts(cohorts, []))).toEqual(["1 100: 1 100, 1 150, 1 150", "0 0: 0 0, 0 0", "0 0: 0 0"]);
});

test("the cohorts of two groups of accounts add up to the cohorts of all of them", () => {
  const day = fc.integer({ min: 0, max: 100 });
  const turns = fc.uniqueArray(fc.tuple(day, fc.constantFrom(0, 0, 10, 25)), { selector: ([at]) => at, maxLength: 5 });
  const someone = turns.map((list) =>
    account(
      ...list
        .toSorted(([a], [b]) => a - b)
        .map(([at, amount]) => `${date("2023-12-20").add({ days: at }).toString()} ${amount}`),
    ),
  );
  fc.assert(
    fc.property(fc.array(someone, { maxLength: 4 }), fc.array(someone, { maxLength: 4 }), (some, others) => {
      const sum = addCohorts(cohortsOf(some, MONTHS), cohortsOf(others, MONTHS));
      expect(told(sum)).toEqual(told(cohortsOf([...some, ...others], MONTHS)));
      for (const { accounts, months } of sum) {
        expect(months.every((month) => month.accounts <= accounts)).toBe(true);
      }
    }),
  );
});

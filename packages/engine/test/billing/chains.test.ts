import { expect, test } from "vitest";
import { type ContractDiscount, type ContractThreshold, Decimal, type Scope } from "../../src/index.ts";
import { amountOf, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice } from "./support.ts";

const oldPrice = fixedPrice("Old", "30.00");
const newPrice = fixedPrice("New", "60.00");
const arrears = { kind: "recurring", interval: "monthly", terms: "arrears" } as const;

/** A contract that sells the old price from April 1 on. */
function april(prices = [oldPrice]): Ledger {
  return new Ledger(contractFrom("2024-04-01", { prices }));
}

test("a change that does not charge the rest of the period does not charge it for a price on trial either (R-SUB-4)", () => {
  const ledger = april();
  const onTrial = { ...newPrice, trialDays: 20 }; // up to April 21
  ledger.advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [onTrial], "credit_only")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-11  2024-04-11→2024-05-01  Unused Old -20.00", // 30.00 × 20/30
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("a pause gives back all its days of a price that a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  expect(ledger.change(date("2024-04-16"), [newPrice], "none")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-11→2024-04-21  Unused Old -10.00", // 30.00 × 10/30, also for the days after the change
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("a price added on the first day of a pause is not charged for it, though that day was billed (R-SUB-4, R-SUB-6)", () => {
  const [base, extra] = [fixedPrice("Base", "30.00"), fixedPrice("Extra", "60.00")];
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [base] }));
  expect(ledger.pause(date("2024-04-01"), date("2024-04-11"))).toBe(true);
  expect(ledger.change(date("2024-04-01"), [base, extra])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Base 30.00",
    "2024-04-11  2024-04-01→2024-04-11  Unused Base -10.00", // 30.00 × 10/30
    "2024-04-11  2024-04-11→2024-05-01  Extra 40.00", // 60.00 × 20/30
  ]);
});

test("a price added on a day that is paused only later is charged and then given back (R-SUB-4, R-SUB-6)", () => {
  const [base, extra] = [fixedPrice("Base", "30.00"), fixedPrice("Extra", "60.00")];
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [base] }));
  expect(ledger.change(date("2024-04-01"), [base, extra])).toBe(true);
  expect(ledger.pause(date("2024-04-01"), date("2024-04-11"))).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Base 30.00",
    "2024-04-01  2024-04-01→2024-05-01  Extra 60.00",
    "2024-04-11  2024-04-01→2024-04-11  Unused Base -10.00", // 30.00 × 10/30
    "2024-04-11  2024-04-01→2024-04-11  Unused Extra -20.00", // 60.00 × 10/30
  ]);
});

test("in arrears, a pause is left out of a period that a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = april([fixedPrice("Old", "30.00", arrears)]).advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  expect(ledger.change(date("2024-04-16"), [newPrice], "none")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-05-01  2024-04-01→2024-04-11  Old 10.00", // 30.00 × 10/30
    "2024-05-01  2024-04-21→2024-05-01  Old 10.00",
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("a period that is paused up to the end of the contract is not charged, whether or not the end gives back (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-16"));
  expect(ledger.pause(date("2024-04-21"))).toBe(true);
  ledger.advanceTo(date("2024-05-05"));
  expect(ledger.resume(date("2024-05-21"))).toBe(true);
  expect(ledger.cancel(date("2024-05-11"), false)).toBe(true);
  expect(ledger.advanceTo(date("2024-07-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-04-21→2024-05-01  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("a pause ends with the contract: an end without credit keeps the days after it charged (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"))).toBe(true);
  expect(ledger.cancel(date("2024-04-21"), false)).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-11→2024-04-21  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("a period that a change left charged is given back from the end of the contract on (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [newPrice], "none")).toBe(true);
  ledger.advanceTo(date("2024-04-15"));
  expect(ledger.cancel(date("2024-04-21"))).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-21→2024-05-01  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("a withdrawn end bills the rest of a price that a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice] }), date("2024-04-15"));
  expect(ledger.cancel(date("2024-05-11"))).toBe(true);
  ledger.advanceTo(date("2024-05-02"));
  expect(ledger.change(date("2024-05-11"), [newPrice], "none")).toBe(true);
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-05-01→2024-05-11  Old 9.68", // 30.00 × 10/31
    "2024-05-02  2024-05-11→2024-06-01  Old 20.32", // 30.00 × 21/31
    "2024-06-01  2024-06-01→2024-07-01  New 60.00",
  ]);
});

test.each([{ terms: "advance" } as const, { terms: "arrears" } as const])(
  "a price that ends during a pause leaves nothing charged, in $terms (R-SUB-4, R-SUB-6)",
  ({ terms }) => {
    const price = fixedPrice("Old", "30.00", { kind: "recurring", interval: "monthly", terms });
    const ledger = new Ledger(contractFrom("2024-03-01", { prices: [price] })).advanceTo(date("2024-03-20"));
    expect(ledger.pause(date("2024-03-20"), date("2024-04-21"))).toBe(true);
    ledger.advanceTo(date("2024-04-10"));
    expect(ledger.change(date("2024-04-16"), [newPrice], "none")).toBe(true);
    expect(ledger.advanceTo(date("2024-05-31")).lines.filter(({ service }) => service.start.month > 3)).toMatchObject([
      { priceId: "New", service: { start: date("2024-05-01") } },
    ]);
  },
);

test("a period that a change leaves charged is billed once, even if a pause in it is withdrawn (R-SUB-4, R-SUB-6)", () => {
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice] }), date("2024-03-01"));
  expect(ledger.pause(date("2024-04-21"), date("2024-04-24"))).toBe(true);
  expect(ledger.change(date("2024-04-16"), [newPrice])).toBe(true);
  ledger.advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [newPrice], "none")).toBe(true);
  expect(ledger.resume(date("2024-04-11"))).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-04-16  Old 15.00", // 30.00 × 15/30, as known at that time
    "2024-04-11  2024-04-16→2024-04-21  Old 5.00",
    "2024-04-11  2024-04-24→2024-05-01  Old 7.00",
    "2024-04-11  2024-04-21→2024-04-24  Old 3.00", // without the pause
  ]);
});

test("a one-off price of a version that was replaced before its day is not charged (R-SUB-3)", () => {
  const setup = fixedPrice("Setup", "250.00", { kind: "one_off" });
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.change(date("2024-04-11"), [oldPrice, setup])).toBe(true);
  ledger.advanceTo(date("2024-04-08"));
  expect(ledger.change(date("2024-04-11"), [oldPrice])).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Old 30.00",
  ]);
});

const atMost = (value: string, scope: Scope): ContractThreshold => ({
  id: "max",
  type: "max",
  value: Decimal.of(value),
  interval: "monthly",
  scope,
});

test.each<Scope>([{ kind: "subscription" }, { kind: "price", priceId: "Old" }])(
  "a maximum's reduction is given back with the line if no day is served: %o (R-SUB-8)",
  (scope) => {
    const thresholds = [atMost("20.00", scope)];
    const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice], thresholds }));
    expect(ledger.cancel(date("2024-04-01"))).toBe(true);
    expect(ledger.print()).toEqual([
      "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
      "2024-04-01  2024-04-01→2024-05-01  Reduction to maximum spend -10.00",
      "2024-04-01  2024-04-01→2024-05-01  Unused Old -30.00",
      "2024-04-01  2024-04-01→2024-05-01  Reduction to maximum spend 10.00",
    ]);
  },
);

test("a maximum's reduction is given back if the whole period is paused (R-SUB-6, R-SUB-8)", () => {
  const thresholds = [atMost("20.00", { kind: "subscription" })];
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice], thresholds }));
  expect(ledger.pause(date("2024-04-01"))).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print().slice(2)).toEqual([
    "2024-05-01  2024-04-01→2024-05-01  Unused Old -30.00",
    "2024-05-01  2024-04-01→2024-05-01  Reduction to maximum spend 10.00",
  ]);
});

test("an amount discount counts in the month of its line, even if the line's week began in the month before (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const weekly = { kind: "recurring", interval: "weekly", terms: "advance" } as const;
  const startsOn = date("2024-04-01");
  const discount: ContractDiscount = {
    id: "d",
    type: "amount",
    value: Decimal.of("1.00"),
    interval: "weekly",
    scope,
    startsOn,
    endsOn: null,
  };
  const minimum: ContractThreshold = { id: "min", type: "min", value: Decimal.of("30.00"), interval: "monthly", scope };
  const prices = [fixedPrice("Week", "14.00", weekly)];
  const contract = contractFrom("2024-04-01", { prices, discounts: [discount], thresholds: [minimum] });
  const ledger = new Ledger(contract).advanceTo(date("2024-04-04"));
  expect(ledger.pause(date("2024-04-08"), date("2024-05-02"))).toBe(true);
  // The week of April 29 is served from May 2 on, so its line and the discount on it count in May.
  expect(ledger.advanceTo(date("2024-05-02")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-04-08  Week 14.00",
    "2024-04-01  2024-04-01→2024-04-08  Discount -1.00",
    "2024-05-02  2024-05-02→2024-05-06  Week 8.00", // 14.00 × 4/7
    "2024-05-02  2024-04-29→2024-05-06  Discount -1.00",
  ]);
  expect(amountOf(ledger.lines.filter(({ countedOn }) => countedOn.month === 4)).toFixed(2)).toBe("13.00");
});

test("a minimum that is the only line of an invoice counts towards a later maximum (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const thresholds: ContractThreshold[] = [
    { id: "min", type: "min", value: Decimal.of("10.00"), interval: "weekly", scope },
    { id: "max", type: "max", value: Decimal.of("35.00"), interval: "monthly", scope },
  ];
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice], thresholds }));
  expect(ledger.advanceTo(date("2024-04-22")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00", // 7.00 in each whole week
    "2024-04-08  2024-04-01→2024-04-08  True-up to minimum spend 3.00",
    "2024-04-15  2024-04-08→2024-04-15  True-up to minimum spend 3.00",
    "2024-04-15  2024-04-01→2024-05-01  Reduction to maximum spend -1.00", // 30.00 + 3.00 + 3.00 − 35.00
    "2024-04-22  2024-04-15→2024-04-22  True-up to minimum spend 3.00",
    "2024-04-22  2024-04-01→2024-05-01  Reduction to maximum spend -3.00",
  ]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal, type ContractDiscount, type ContractThreshold } from "../../src/index.ts";
import { amountOf, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

// Two requests for one subscription in January: the kinds of pairs that failed before (docs/simulation.md). A day of
// the small plan costs 10.00 and a day of the large plan 20.00, so every figure is days × 10.00 + days × 20.00.

const SMALL = fixedPrice("small", "310.00");
const LARGE = fixedPrice("large", "620.00");
const CALLS = usagePrice("calls", "1.00");
const january = (day: number) => date("2026-01-01").add({ days: day - 1 });

interface Terms {
  readonly discounts?: ContractDiscount[];
  readonly thresholds?: ContractThreshold[];
  readonly terms?: "advance" | "arrears";
}

function start({ terms = "advance", ...rest }: Terms = {}): Ledger {
  const schedule = { kind: "recurring", interval: "monthly", terms } as const;
  return new Ledger(contractFrom("2026-01-01", { prices: [{ ...SMALL, schedule }], ...rest }));
}

/**
 * The requests, each on its day: `5 pause 11-16; 18 end 21` is a pause requested on January 5, and an end requested on
 * the 18th. `kept` gives back nothing of the advance.
 */
function ask(ledger: Ledger, text: string): boolean {
  const [, verb = "", from = "", until = "", kept] = /^\d+ (\w+)(?: (\d+))?(?:-(\d*))?( kept)?$/.exec(text) ?? [];
  const on = from === "" ? ledger.today : january(Number(from));
  switch (verb) {
    case "large":
    case "small":
      return ledger.change(on, [verb === "large" ? LARGE : SMALL], kept === undefined ? "prorate" : "none");
    case "pause":
      return ledger.pause(on, until === "" ? null : january(Number(until)));
    case "resume":
      return ledger.resume(on);
    case "end":
      return ledger.cancel(on, kept === undefined);
    case "withdraw":
      return ledger.withdraw();
    default:
      throw new Error(`"${text}" is nothing that can be asked`);
  }
}

/** The sum of all charges for January. */
function charged(asked: string, terms: Terms = {}): string {
  const ledger = start(terms);
  for (const text of asked.split("; ").filter((one) => one !== "")) {
    ledger.advanceTo(january(Number.parseInt(text, 10)));
    if (!ask(ledger, text)) throw new Error(`"${text}" was refused`);
  }
  ledger.advanceTo(january(terms.terms === "arrears" ? 32 : 31));
  return amountOf(ledger.lines.filter(({ service }) => service.start.toString() < "2026-02")).toFixed(2);
}

test.each([
  ["", "310.00"],
  ["5 pause 11-16", "260.00"], // 26 days
  ["5 pause 11-16; 18 end 21", "150.00"], // 10 and 5 days
  ["5 pause 11-21; 12 end 16", "100.00"], // the 10 days before it
  ["5 pause 11-; 15 end 21", "100.00"],
  ["5 pause 11-; 20 resume 21", "210.00"], // 10 and 11 days
  ["5 end 16; 10 withdraw", "310.00"],
  ["5 end 16; 10 withdraw; 12 end 21", "200.00"],
  ["5 end 16; 10 withdraw; 12 large 16", "470.00"], // 15 and 16 × 2
  ["5 large 16", "470.00"],
  ["5 large 16; 18 small 21", "360.00"], // 15, 5 × 2 and 11
  ["5 large 21; 8 large 11", "520.00"], // 10 and 21 × 2
  ["5 large 16; 18 pause 21-26", "370.00"], // 15, 5 × 2 and 6 × 2
  ["5 large 16; 8 pause 11-21", "320.00"], // 10 and 11 × 2
  ["5 pause 11-21; 8 large 16", "320.00"],
  ["5 pause 11-16; 8 large 16", "420.00"], // 10 and 16 × 2
  ["5 large 16; 18 end 21", "250.00"], // 15 and 5 × 2
  ["5 large 21; 8 end 16", "150.00"],
  ["5 large 16 kept", "310.00"],
  ["5 large 16 kept; 18 end 21", "200.00"],
  ["5 end 16 kept", "310.00"],
  ["5 pause 11-16; 18 end 21 kept", "260.00"],
])("in advance, %s: %s (R-SUB-4, R-SUB-5, R-SUB-6)", (asked, expected) => {
  expect(charged(asked)).toBe(expected);
});

test.each([
  ["", "310.00"],
  ["5 pause 11-16", "260.00"],
  ["5 pause 11-16; 18 end 21", "150.00"],
  ["5 pause 11-; 20 resume 21", "210.00"],
  ["5 end 16; 10 withdraw", "310.00"],
  ["5 end 16", "150.00"],
])("in arrears, %s: %s (R-SUB-5, R-SUB-6)", (asked, expected) => {
  expect(charged(asked, { terms: "arrears" })).toBe(expected);
});

const tenPercent: ContractDiscount = {
  id: "ten",
  type: "percentage",
  value: Decimal.of("10"),
  interval: "monthly",
  scope: { kind: "subscription" },
  startsOn: date("2026-01-01"),
  endsOn: null,
};
const atMost = (value: string): ContractThreshold => {
  return { id: "most", type: "max", value: Decimal.of(value), interval: "monthly", scope: { kind: "subscription" } };
};

const amountOff = (value: string): ContractDiscount => ({ ...tenPercent, type: "amount", value: Decimal.of(value) });

test.each<[string, string, Terms, string]>([
  ["10 % off", "5 end 16", { discounts: [tenPercent] }, "135.00"], // 150.00 − 15.00
  ["10 % off", "5 large 16; 18 end 21", { discounts: [tenPercent] }, "225.00"], // 250.00 − 25.00
  ["10 % off", "5 pause 11-16; 18 end 21", { discounts: [tenPercent] }, "135.00"],
  ["200.00 off", "5 end 16", { discounts: [amountOff("200")] }, "0.00"], // of 150.00
  ["at most 248.00", "", { thresholds: [atMost("248")] }, "248.00"],
  ["at most 248.00", "5 end 16", { thresholds: [atMost("248")] }, "120.00"], // 248.00 × 15/31
  ["at most 248.00", "5 large 16", { thresholds: [atMost("248")] }, "248.00"],
  ["at most 248.00", "5 pause 11-16", { thresholds: [atMost("248")] }, "208.00"], // 248.00 × 26/31
])("%s, %s (R-SUB-8)", (_, asked, terms, expected) => {
  expect(charged(asked, terms)).toBe(expected);
});

test("a contract end prorates a maximum and gives back the difference, although the usage that filled it stays (decision 41)", () => {
  const limit = atMost("100");
  const ledger = new Ledger(contractFrom("2026-01-01", { prices: [SMALL], thresholds: [limit] }));
  ledger.advanceTo(january(5));
  ledger.cancel(january(16));
  ledger.advanceTo(january(20));
  // 100.00 × 15/31 = 48.387…: the other 51.61 are given back.
  const amounts = ledger.lines.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`);
  expect(amounts).toEqual(["recurring 310.00", "maximum -210.00", "credit -160.00", "maximum 108.39"]);
  expect(amountOf(ledger.lines).toFixed(2)).toBe("48.39");
});

test("an amount discount applies to all costs of the month, even if an end gives back what it made free (decision 41)", () => {
  const yearly = fixedPrice("year", "365.00", { kind: "recurring", interval: "yearly", terms: "advance" });
  const ledger = new Ledger(contractFrom("2026-01-01", { prices: [yearly, CALLS], discounts: [amountOff("100")] }));
  ledger.use("calls", january(10), "30");
  ledger.advanceTo(date("2026-02-01"));
  expect(amountOf(ledger.lines).toFixed(2)).toBe("295.00"); // 365.00 + 30.00 − 100.00
  ledger.cancel(date("2026-02-10"));
  ledger.advanceTo(date("2026-02-12"));
  // 40 days of the year cost 40.00. With the usage they cost 70.00, which the discount covers: everything is given
  // back.
  expect(amountOf(ledger.lines).toFixed(2)).toBe("0.00");
});

const day = fc.integer({ min: 3, max: 30 });

/** Both requested on January 2, in either order. */
function inEitherOrder(first: string, second: string): void {
  expect(charged(`2 ${first}; 2 ${second}`), `${first}, ${second}`).toBe(charged(`2 ${second}; 2 ${first}`));
}

test("two changes for different days have the same result in either order of request (R-SUB-4, R-TIME-5)", () => {
  fc.assert(
    fc.property(day, day, (first, second) => {
      fc.pre(first !== second);
      inEitherOrder(`large ${first}`, `small ${second}`);
      inEitherOrder(`large ${first}`, `large ${second}`);
    }),
    { numRuns: 40 },
  );
});

test("a pause and a change, or a change and an end, have the same result in either order of request (R-SUB-4, R-SUB-6)", () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: 1, max: 10 }), (at, from, length) => {
      inEitherOrder(`large ${at}`, `pause ${from}-${from + length}`);
      inEitherOrder(`large ${at}`, `end ${from}`);
      inEitherOrder(`pause ${at}-${at + length}`, `end ${from}`);
    }),
    { numRuns: 40 },
  );
});

test("a request that is withdrawn before its day has no effect (R-SUB-6)", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 20 }), (from, length) => {
      expect(charged(`2 end ${from}; 2 withdraw`)).toBe("310.00");
      expect(charged(`2 pause ${from}-${from + length}; 2 resume ${from}`)).toBe("310.00");
    }),
    { numRuns: 30 },
  );
});

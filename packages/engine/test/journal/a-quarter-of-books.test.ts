import {
  Decimal,
  entriesOf,
  type EarningLine,
  type JournalEntry,
  LEDGER_CODES,
  type LedgerCode,
  type MoneyEffect,
} from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

// The books of one customer over a quarter, as an accountant closes them each month.

const date = (text: string) => Temporal.PlainDate.from(text);
const eur = (text: string) => Decimal.of(text);
const NOTHING_PAID = { accountCredit: Decimal.zero, prepaidCredit: Decimal.zero, units: Decimal.zero };

function line(lineId: string, net: string, start: string, end: string, sellsCredit = false): EarningLine {
  return { lineId, net: eur(net), service: { start: date(start), end: date(end) }, sellsCredit };
}

/** `receivable 0.00, …` with the balance of every code that is not zero, up to and including a day. */
function closing(entries: readonly JournalEntry[], day: string): string {
  const until = entries.filter((entry) => Temporal.PlainDate.compare(entry.day, date(day)) <= 0);
  const postings = until.flatMap((entry) => entry.postings);
  const balances = LEDGER_CODES.map((code): [LedgerCode, Decimal] => [
    code,
    Decimal.sum(postings.filter((posting) => posting.code === code).map(({ amount }) => amount)),
  ]);
  const sum = Decimal.sum(balances.map(([, balance]) => balance));
  if (!sum.isZero()) throw new Error(`out of balance by ${sum.toString()} on ${day}`);
  const moved = balances.filter(([, balance]) => !balance.isZero());
  return moved.map(([code, balance]) => `${code} ${balance.toFixed(2)}`).join(", ");
}

const booked = (...effects: MoneyEffect[]) => effects.flatMap(entriesOf);

/** A plan for three months in advance, 900.00 and 20%. */
const plan: MoneyEffect = {
  kind: "invoice_issued",
  day: date("2026-01-01"),
  currency: "EUR",
  lines: [line("plan", "900.00", "2026-01-01", "2026-04-01")],
  subtotal: eur("900.00"),
  tax: eur("180.00"),
  paidBy: NOTHING_PAID,
};

const owed = (receivable: string, badDebt = "0") => ({ receivable: eur(receivable), badDebt: eur(badDebt) });

test("a quarter in advance is earned by days, whether it is paid or not (R-INV-2, R-INV-7)", () => {
  const paid: MoneyEffect = {
    kind: "payment_applied",
    day: date("2026-02-10"),
    before: owed("1080.00"),
    after: owed("0"),
  };
  const entries = booked(plan, paid);
  expect(closing(entries, "2025-12-31")).toBe("");
  expect(closing(entries, "2026-01-01")).toBe("receivable 1080.00, deferred_revenue -900.00, tax -180.00");
  // 900.00 × 31/90
  expect(closing(entries, "2026-01-31")).toBe(
    "receivable 1080.00, deferred_revenue -590.00, revenue -310.00, tax -180.00",
  );
  // 900.00 × 59/90
  expect(closing(entries, "2026-02-28")).toBe("cash 1080.00, deferred_revenue -310.00, revenue -590.00, tax -180.00");
  expect(closing(entries, "2026-03-31")).toBe("cash 1080.00, revenue -900.00, tax -180.00");
});

test("usage in arrears is earned before it is invoiced, and is revenue at once on that day (R-INV-2)", () => {
  const usage: MoneyEffect = {
    ...plan,
    day: date("2026-02-01"),
    lines: [line("usage", "62.00", "2026-01-01", "2026-02-01")],
    subtotal: eur("62.00"),
    tax: eur("12.40"),
  };
  // January's revenue is booked on its last day, which is before the invoice.
  expect(closing(booked(usage), "2026-01-31")).toBe("deferred_revenue 62.00, revenue -62.00");
  expect(closing(booked(usage), "2026-02-01")).toBe("receivable 74.40, revenue -62.00, tax -12.40");
});

test("a credit note for the last month gives back the deferred amount and its tax (R-INV-8)", () => {
  const note: MoneyEffect = {
    kind: "credit_note_issued",
    day: date("2026-02-20"),
    currency: "EUR",
    lines: [line("plan", "310.00", "2026-03-01", "2026-04-01")],
    subtotal: eur("310.00"),
    tax: eur("62.00"),
    applied: eur("372.00"),
    prepaidCredit: Decimal.zero,
    units: Decimal.zero,
    owedAs: "receivable",
  };
  const entries = booked(plan, note);
  expect(closing(entries, "2026-02-28")).toBe("receivable 708.00, revenue -590.00, tax -118.00");
  expect(closing(entries, "2026-03-31")).toBe("receivable 708.00, revenue -590.00, tax -118.00");
});

test("a credit note for a paid invoice becomes account credit, and the next invoice uses it (R-INV-8)", () => {
  const paid: MoneyEffect = {
    kind: "payment_applied",
    day: date("2026-01-05"),
    before: owed("1080.00"),
    after: owed("0"),
  };
  const note: MoneyEffect = {
    kind: "credit_note_issued",
    day: date("2026-01-10"),
    currency: "EUR",
    lines: [line("plan", "90.00", "2026-01-01", "2026-01-10")],
    subtotal: eur("90.00"),
    tax: eur("18.00"),
    applied: Decimal.zero,
    prepaidCredit: Decimal.zero,
    units: Decimal.zero,
    owedAs: "receivable",
  };
  const next: MoneyEffect = {
    ...plan,
    day: date("2026-04-01"),
    lines: [line("next", "900.00", "2026-04-01", "2026-07-01")],
    paidBy: { ...NOTHING_PAID, accountCredit: eur("108.00") },
  };
  const beforeNote = "cash 1080.00, deferred_revenue -900.00, tax -180.00";
  expect(closing(booked(plan, paid, note), "2026-01-09")).toBe(beforeNote);
  expect(closing(booked(plan, paid, note), "2026-01-10")).toBe(
    // 90.00 of January's 310.00 are no longer revenue after January.
    "cash 1080.00, account_credit -108.00, deferred_revenue -900.00, revenue 90.00, tax -162.00",
  );
  expect(closing(booked(plan, paid, note), "2026-01-31")).toBe(
    "cash 1080.00, account_credit -108.00, deferred_revenue -590.00, revenue -220.00, tax -162.00",
  );
  expect(closing(booked(plan, paid, note, next), "2026-06-30")).toBe(
    "receivable 972.00, cash 1080.00, revenue -1710.00, tax -342.00", // 1,080.00 − 108.00 are owed
  );
});

test("a void reverses everything, at any time (R-INV-2)", () => {
  for (const day of ["2026-01-01", "2026-01-31", "2026-02-15", "2026-03-31", "2026-05-01"]) {
    const written = booked(plan);
    const entries = [...written, ...booked({ kind: "invoice_voided", day: date(day), written })];
    expect([day, closing(entries, "2026-12-31")]).toEqual([day, ""]);
    expect([day, closing(entries, "2025-12-31")]).toEqual([day, ""]);
  }
});

test("a written-off amount remains revenue and becomes bad debt, and a late payment reduces it (R-INV-7)", () => {
  const given: MoneyEffect = {
    kind: "invoice_uncollectible",
    day: date("2026-04-15"),
    before: owed("1080.00"),
    after: owed("0", "1080.00"),
  };
  const late: MoneyEffect = {
    kind: "payment_applied",
    day: date("2026-05-02"),
    before: owed("0", "1080.00"),
    after: owed("0", "880.00"),
  };
  expect(closing(booked(plan, given), "2026-04-30")).toBe("revenue -900.00, tax -180.00, bad_debt 1080.00");
  expect(closing(booked(plan, given, late), "2026-05-31")).toBe(
    "cash 200.00, revenue -900.00, tax -180.00, bad_debt 880.00",
  );
});

test("prepaid credit that is sold, granted, spent and expired is revenue only of what it paid for (R-INV-8)", () => {
  const sale: MoneyEffect = {
    ...plan,
    lines: [line("credit", "500.00", "2026-01-01", "2026-01-01", true)],
    subtotal: eur("500.00"),
    tax: Decimal.zero,
  };
  const granted: MoneyEffect = {
    kind: "credit_granted",
    day: date("2026-01-02"),
    amount: eur("600.00"), // 100.00 more than was sold
    sold: eur("500.00"),
  };
  const spent: MoneyEffect = {
    ...plan,
    day: date("2026-02-01"),
    lines: [line("usage", "400.00", "2026-01-01", "2026-02-01")],
    subtotal: eur("400.00"),
    tax: Decimal.zero,
    paidBy: { ...NOTHING_PAID, prepaidCredit: eur("400.00") },
  };
  const expired: MoneyEffect = {
    kind: "credit_expired",
    day: date("2026-03-01"),
    amount: eur("-200.00"),
    sold: Decimal.zero,
  };
  const all = [sale, granted, spent, expired];
  expect(closing(booked(...all), "2026-01-01")).toBe("receivable 500.00, credit_sold -500.00");
  expect(closing(booked(...all), "2026-01-02")).toBe(
    "receivable 500.00, prepaid_credit -600.00, credit_expense 100.00",
  );
  expect(closing(booked(...all), "2026-02-01")).toBe(
    "receivable 500.00, prepaid_credit -200.00, credit_expense 100.00, revenue -400.00",
  );
  // 200.00 expire: 100.00 that were given away, and a gain of 100.00.
  expect(closing(booked(...all), "2026-03-31")).toBe("receivable 500.00, credit_expense -100.00, revenue -400.00");
});

test("if the taxes of single lines do not sum to the invoice's tax, the cent goes to rounding (R-INV-6)", () => {
  const rounded: MoneyEffect = {
    ...plan,
    lines: [line("a", "41.66", "2026-01-01", "2026-02-01"), line("b", "41.65", "2026-01-01", "2026-02-01")],
    subtotal: eur("83.32"), // a cent more than 41.66 + 41.65
    tax: eur("16.66"),
  };
  expect(closing(booked(rounded), "2026-01-31")).toBe("receivable 99.98, revenue -83.31, tax -16.66, rounding -0.01");
});

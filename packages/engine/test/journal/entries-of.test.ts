import { Decimal, entriesOf, entryOf, type JournalEntry, type LedgerCode, type MoneyEffect } from "@counterfoil/engine";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

const date = (text: string) => Temporal.PlainDate.from(text);
const usd = (text: string) => Decimal.of(text);
const owed = (receivable: string, badDebt = "0") => ({ receivable: usd(receivable), badDebt: usd(badDebt) });

/** `2024-01-31 revenue_recognized: deferred_revenue/a 51.00, revenue/a -51.00` */
function written(entries: readonly JournalEntry[]): string[] {
  return entries.map(({ day, kind, postings }) => {
    const sides = postings.map(
      ({ code, lineId, amount }) => `${code}${lineId ? `/${lineId}` : ""} ${amount.toString()}`,
    );
    return `${day.toString()} ${kind}: ${sides.join(", ")}`;
  });
}

function balance(entries: readonly JournalEntry[], ...codes: LedgerCode[]): Decimal {
  const postings = entries.flatMap((entry) => entry.postings).filter(({ code }) => codes.includes(code));
  return Decimal.sum(postings.map(({ amount }) => amount));
}

const january: MoneyEffect = {
  kind: "invoice_issued",
  day: date("2024-01-15"),
  currency: "USD",
  lines: [
    {
      lineId: "a",
      net: usd("93.00"),
      service: { start: date("2024-01-15"), end: date("2024-02-15") },
      sellsCredit: false,
    },
  ],
  subtotal: usd("93.00"),
  tax: usd("18.60"), // 20%
  paidBy: { accountCredit: usd("5.00"), prepaidCredit: usd("4.60"), units: usd("2.00") },
};

test("an invoice creates a receivable, defers its lines, and schedules their revenue (R-INV-2)", () => {
  expect(written(entriesOf(january))).toEqual([
    // 93.00 + 18.60 − 11.60
    "2024-01-15 invoice_issued: receivable 100.00, account_credit 5.00, prepaid_credit 4.60, credit_expense 2.00, deferred_revenue/a -93.00, tax -18.60",
    "2024-01-31 revenue_recognized: deferred_revenue/a 51.00, revenue/a -51.00", // 93.00 × 17/31
    "2024-02-14 revenue_recognized: deferred_revenue/a 42.00, revenue/a -42.00", // 93.00 × 14/31
  ]);
});

test("credit that is given away is a cost until it expires or is removed, and an overpayment becomes account credit (R-INV-8)", () => {
  const day = date("2024-03-01");
  expect(
    written([
      ...entriesOf({ kind: "credit_granted", day, amount: usd("50.00"), sold: Decimal.zero }),
      ...entriesOf({ kind: "credit_expired", day, amount: usd("-20.00"), sold: Decimal.zero }),
      ...entriesOf({ kind: "credit_voided", day, amount: usd("-30.00"), sold: Decimal.zero }),
      ...entriesOf({ kind: "payment_credited", day, amount: usd("7.00") }),
    ]),
  ).toEqual([
    "2024-03-01 credit_granted: credit_expense 50.00, prepaid_credit -50.00",
    "2024-03-01 credit_expired: credit_expense -20.00, prepaid_credit 20.00",
    "2024-03-01 credit_voided: credit_expense -30.00, prepaid_credit 30.00",
    "2024-03-01 payment_credited: cash 7.00, account_credit -7.00",
  ]);
});

test("the cost of usage is accrued, a reduction takes it back, and nothing is no entry (R-COST-1)", () => {
  const day = date("2024-03-01");
  const amounts = ["18.75", "-0.50", "0"].map(usd);
  expect(written(amounts.flatMap((amount) => entriesOf({ kind: "cost_recorded", day, amount })))).toEqual([
    "2024-03-01 cost_recorded: cost_of_revenue 18.75, accrued_cost -18.75",
    "2024-03-01 cost_recorded: cost_of_revenue -0.50, accrued_cost 0.50",
  ]);
});

test("a conversion removes account credit in one currency and adds it in the other, each in a separate entry (R-INV-8)", () => {
  const day = date("2024-03-01");
  expect(
    written([
      ...entriesOf({ kind: "credit_converted", day, amount: usd("-100.00") }),
      ...entriesOf({ kind: "credit_converted", day, amount: Decimal.of("92.15") }),
    ]),
  ).toEqual([
    "2024-03-01 credit_converted: account_credit 100.00, credit_conversion -100.00",
    "2024-03-01 credit_converted: account_credit -92.15, credit_conversion 92.15",
  ]);
});

test("a void reverses past entries on its day, and later entries on their own days (R-INV-2)", () => {
  const voided = entriesOf({ kind: "invoice_voided", day: date("2024-02-03"), written: entriesOf(january) });
  expect(written(voided)).toEqual([
    // deferred: 93.00 − 51.00
    "2024-02-03 invoice_voided: receivable -100.00, account_credit -5.00, prepaid_credit -4.60, credit_expense -2.00, deferred_revenue/a 42.00, tax 18.60, revenue/a 51.00",
    "2024-02-14 invoice_voided: deferred_revenue/a -42.00, revenue/a 42.00",
  ]);
});

test("a credit note gives back deferred revenue and, on its own day, past revenue (R-INV-8)", () => {
  const [line] = january.kind === "invoice_issued" ? january.lines : [];
  const given = entriesOf({
    kind: "credit_note_issued",
    day: date("2024-02-03"),
    currency: "USD",
    lines: line === undefined ? [] : [{ ...line, net: usd("31.00") }],
    subtotal: usd("31.00"),
    tax: usd("6.20"), // 20%
    applied: usd("30.00"),
    prepaidCredit: Decimal.zero,
    units: Decimal.zero,
    owedAs: "receivable",
  });
  expect(written(given)).toEqual([
    // 31.00 + 6.20 − 30.00 is account credit
    "2024-02-03 credit_note_issued: receivable -30.00, account_credit -7.20, deferred_revenue/a 31.00, tax 6.20",
    "2024-02-03 credit_note_issued: deferred_revenue/a -17.00, revenue/a 17.00", // 31.00 × 17/31
    "2024-02-14 credit_note_issued: deferred_revenue/a -14.00, revenue/a 14.00", // 31.00 × 14/31
  ]);
});

test("prepaid credit that is given away is a cost, and its expiry reverses that (R-INV-8)", () => {
  const day = date("2024-03-01");
  const granted = entriesOf({ kind: "credit_granted", day, amount: usd("50.00"), sold: Decimal.zero });
  const expired = entriesOf({ kind: "credit_expired", day, amount: usd("-20.00"), sold: Decimal.zero });
  expect(written([...granted, ...expired])).toEqual([
    "2024-03-01 credit_granted: credit_expense 50.00, prepaid_credit -50.00",
    "2024-03-01 credit_expired: credit_expense -20.00, prepaid_credit 20.00",
  ]);
});

test("sold credit is not revenue: it is a debt from its invoice on, and a gift if the invoice is given back (R-INV-8)", () => {
  const day = date("2024-03-01");
  const line = { lineId: "a", net: usd("83.33"), service: { start: day, end: day }, sellsCredit: true };
  const paidBy = { accountCredit: Decimal.zero, prepaidCredit: Decimal.zero, units: Decimal.zero };
  const nothingReturned = { prepaidCredit: Decimal.zero, units: Decimal.zero };
  const sum = { day, currency: "USD", lines: [line], subtotal: usd("83.33"), tax: usd("16.67") }; // 100.00 × 20/120
  expect(
    written([
      ...entriesOf({ kind: "invoice_issued", ...sum, paidBy }),
      ...entriesOf({ kind: "credit_granted", day, amount: usd("100.00"), sold: usd("83.33") }),
      ...entriesOf({
        kind: "credit_note_issued",
        ...sum,
        ...nothingReturned,
        applied: usd("100.00"),
        owedAs: "receivable",
      }),
      ...entriesOf({ kind: "credit_gifted", day, amount: Decimal.zero, sold: usd("-83.33") }),
    ]),
  ).toEqual([
    "2024-03-01 invoice_issued: receivable 100.00, credit_sold/a -83.33, tax -16.67",
    "2024-03-01 credit_granted: credit_sold 83.33, credit_expense 16.67, prepaid_credit -100.00",
    "2024-03-01 credit_note_issued: receivable -100.00, credit_sold/a 83.33, tax 16.67",
    "2024-03-01 credit_gifted: credit_sold -83.33, credit_expense 83.33",
  ]);
});

test("a written-off amount is bad debt, and a later payment reduces it (R-INV-2, R-INV-7)", () => {
  const day = date("2024-03-01");
  const moved = [
    entriesOf({ kind: "invoice_uncollectible", day, before: owed("100.00"), after: owed("0", "100.00") }),
    entriesOf({ kind: "payment_applied", day, before: owed("0", "100.00"), after: owed("0", "70.00") }),
    entriesOf({ kind: "payment_applied", day, before: owed("0", "70.00"), after: owed("0") }),
    entriesOf({ kind: "payment_taken_back", day, before: owed("0"), after: owed("30.00") }),
    entriesOf({ kind: "credit_applied", day, before: owed("30.00"), after: owed("10.00") }),
  ];
  expect(written(moved.flat())).toEqual([
    "2024-03-01 invoice_uncollectible: receivable -100.00, bad_debt 100.00",
    "2024-03-01 payment_applied: cash 30.00, bad_debt -30.00",
    "2024-03-01 payment_applied: cash 70.00, bad_debt -70.00",
    "2024-03-01 payment_taken_back: cash -30.00, receivable 30.00",
    "2024-03-01 credit_applied: account_credit 20.00, receivable -20.00",
  ]);
});

test("an entry whose postings do not sum to zero throws, and postings of zero create no entry", () => {
  const day = date("2024-01-01");
  const cash = (amount: string) => ({ code: "cash" as const, amount: usd(amount), lineId: null });
  expect(() => entryOf("payment_applied", day, [cash("1.00")])).toThrow("out of balance by 1.00");
  expect(entryOf("payment_applied", day, [cash("0")])).toEqual([]);
});

const cents = (min: number, max: number) => fc.integer({ min, max }).map((value) => usd(`${value}e-2`));

const invoices = fc.record({
  lines: fc.array(fc.record({ net: cents(-50_000, 100_000), from: fc.nat(60), days: fc.nat(400) }), { maxLength: 5 }),
  tax: cents(-5_000, 20_000),
  share: fc.integer({ min: 0, max: 100 }),
  steps: fc.array(fc.constantFrom("pay", "take back", "give up"), { maxLength: 6 }),
  ends: fc.constantFrom("open", "void"),
  after: fc.nat(90),
});

test("every entry in the life of an invoice sums to zero, and the journal shows what is owed and what was invoiced", () => {
  fc.assert(
    fc.property(invoices, ({ lines, tax, share, steps, ends, after }) => {
      const day = date("2024-01-10");
      const start = (from: number) => date("2024-01-01").add({ days: from });
      const subtotal = Decimal.sum(lines.map(({ net }) => net));
      const total = subtotal.plus(tax);
      const creditsApplied = total.isNegative() ? total : total.times(usd(`${share}e-2`)).round(2, "floor");
      const entries = entriesOf({
        kind: "invoice_issued",
        day,
        currency: "EUR",
        lines: lines.map(({ net, from, days }, index) => ({
          lineId: String(index),
          net,
          service: { start: start(from), end: start(from).add({ days }) },
          sellsCredit: false,
        })),
        subtotal,
        tax,
        paidBy: { accountCredit: creditsApplied, prepaidCredit: Decimal.zero, units: Decimal.zero },
      });
      let now = { receivable: total.minus(creditsApplied), badDebt: Decimal.zero };
      const later = day.add({ days: after });
      for (const step of steps) {
        const before = now;
        if (step === "give up") now = { receivable: Decimal.zero, badDebt: now.receivable.plus(now.badDebt) };
        else if (step === "pay") now = { receivable: Decimal.zero, badDebt: Decimal.zero };
        else now = { ...now, receivable: now.receivable.plus(usd("1.00")) };
        const kind = ({ "give up": "invoice_uncollectible", pay: "payment_applied" } as const)[step as "pay"];
        entries.push(...entriesOf({ kind: kind ?? "payment_taken_back", day: later, before, after: now }));
      }
      expect(balance(entries, "receivable").equals(now.receivable)).toBe(true);
      expect(balance(entries, "bad_debt").equals(now.badDebt)).toBe(true);
      expect(balance(entries, "deferred_revenue").isZero()).toBe(true);
      expect(balance(entries, "revenue").equals(subtotal.negate())).toBe(true);
      if (ends === "void") entries.push(...entriesOf({ kind: "invoice_voided", day: later, written: [...entries] }));
      for (const entry of entries) expect(Decimal.sum(entry.postings.map(({ amount }) => amount)).isZero()).toBe(true);
      if (ends === "void")
        expect(balance(entries, "receivable", "revenue", "tax", "account_credit").isZero()).toBe(true);
    }),
  );
});

test("throws on an unknown effect", () => {
  expect(() => entriesOf({ kind: "gift" } as never)).toThrow("broken invariant: no case for");
});

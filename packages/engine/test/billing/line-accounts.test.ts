import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BilledLine,
  type Contract,
  type ContractDiscount,
  creditedAmount,
  creditLines,
  Decimal,
  decideLines,
  type InvoiceLineDraft,
  InvoicesLeft,
  limitedChange,
  rateUsageSlot,
  recomputeLine,
  takenOf,
  type UsageSlot,
} from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const usd = (text: string) => Decimal.of(text);
const january = { start: date("2026-01-01"), end: date("2026-02-01") };
const base = fixedPrice("base", "310.00");

interface Noted {
  readonly note?: string;
  /** The remainder of the invoice, if a credit note gave back a part of it. */
  readonly left?: string;
  readonly settled?: string;
}

function billedLine(kind: BilledLine["kind"], priceId: string, amount: string, noted: Noted = {}): BilledLine {
  const { note, left, settled = "0" } = noted;
  const invoiceLeft =
    left === undefined ? null : { invoiceId: "inv_1", amount: usd(left), percentages: [], settled: [] };
  const notes = { given: usd(note ?? "0"), settled: usd(settled), invoiceLeft };
  const isNoted = note !== undefined || left !== undefined || noted.settled !== undefined;
  return {
    lineId: `line_${kind}`,
    kind,
    priceId,
    versionId: "v1",
    usageGroup: null,
    service: january,
    quantity: Decimal.one,
    amount: usd(amount),
    ...(isNoted ? { notes } : {}),
  };
}

function tenPercent(members: Partial<ContractDiscount> = {}): ContractDiscount {
  return {
    id: "disc",
    type: "percentage",
    value: usd("10"),
    interval: "monthly",
    scope: { kind: "subscription" },
    startsOn: date("2025-01-01"),
    endsOn: null,
    ...members,
  };
}

/** The credit for a line from January 16 on: 16 of its 31 days. */
function givenBack(line: BilledLine, terms: Partial<Contract> = {}): InvoiceLineDraft | undefined {
  const contract = contractFrom("2026-01-01", { prices: [base], ...terms });
  const unused = { start: date("2026-01-16"), end: date("2026-02-01") };
  const due = { price: base, versionId: "v1", unused };
  const [credit] = creditLines(contract, [due], () => [line], new InvoicesLeft(contract));
  // The frozen line can be computed again (R-RATE-5).
  if (credit?.explanation.basis.kind === "credit") {
    expect(creditedAmount(credit.explanation.basis, credit.proration, "USD").negate().equals(credit.amount)).toBe(true);
  }
  return credit;
}

const amountOf = (line: InvoiceLineDraft | undefined) => line?.amount.toFixed(2);

test("a credit is the share of the unused days, or what credit notes left of the line (R-SUB-5, R-INV-8)", () => {
  expect(amountOf(givenBack(billedLine("recurring", "base", "310.00")))).toBe("-160.00"); // 310.00 × 16/31
  expect(amountOf(givenBack(billedLine("recurring", "base", "310.00", { note: "100.00" })))).toBe("-160.00");
  expect(amountOf(givenBack(billedLine("recurring", "base", "310.00", { note: "300.00" })))).toBe("-10.00");
  expect(givenBack(billedLine("recurring", "base", "310.00", { note: "310.00" }))).toBeUndefined();
  // Amounts that an earlier release gave back beyond the line are not reversed now.
  expect(givenBack(billedLine("recurring", "base", "310.00", { note: "470.00" }))).toBeUndefined();
  // A negative price gives its share back with the opposite sign.
  expect(amountOf(givenBack(billedLine("recurring", "base", "-310.00", { note: "-300.00", left: "5.00" })))).toBe(
    "10.00",
  );
});

test("a credit takes no more than is left of the invoice after the discount that it reverses (R-SUB-8, R-INV-8)", () => {
  const noted = (left: string) => billedLine("recurring", "base", "310.00", { note: "100.00", left });
  // 310.00 − 31.00 − 100.00 = 179.00 are left; 160.00 less 10% is 144.00.
  expect(amountOf(givenBack(noted("179.00"), { discounts: [tenPercent()] }))).toBe("-160.00");
  // 90.00 are left: 100.00 less 10%.
  expect(amountOf(givenBack(noted("90.00"), { discounts: [tenPercent()] }))).toBe("-100.00");
  expect(givenBack(noted("0.00"), { discounts: [tenPercent()] })).toBeUndefined();
  expect(givenBack(noted("-5.00"))).toBeUndefined();
  // An expired discount, or a discount on another price, reverses nothing.
  const over = tenPercent({ endsOn: date("2026-01-01") });
  const other = tenPercent({ scope: { kind: "price", priceId: "other" } });
  const later = tenPercent({ startsOn: date("2026-01-02") });
  const amount = tenPercent({ type: "amount" });
  expect(amountOf(givenBack(noted("90.00"), { discounts: [over, other, later, amount] }))).toBe("-90.00");
  // A line that was free after its discount has nothing left to limit.
  expect(amountOf(givenBack(noted("0.00"), { discounts: [tenPercent({ value: usd("100") })] }))).toBe("-160.00");
});

test("two credits of one invoice take what is left of it in the order of their price IDs (R-INV-8)", () => {
  const [small, large] = [fixedPrice("small", "31.00"), fixedPrice("large", "310.00")];
  const contract = contractFrom("2026-01-01", { prices: [small, large] });
  const unused = { start: date("2026-01-16"), end: date("2026-02-01") };
  const dues = [small, large].map((price) => ({ price, versionId: "v1", unused }));
  const lines = [
    billedLine("recurring", "small", "31.00", { left: "41.00" }),
    billedLine("recurring", "large", "310.00", { note: "300.00", left: "41.00" }),
  ];
  const billed = (priceId: string) => lines.filter((line) => line.priceId === priceId);
  const credits = creditLines(contract, dues, billed, new InvoicesLeft(contract));
  expect(credits.map(amountOf)).toEqual(["-10.00", "-16.00"]); // large: 310.00 − 300.00; small: 31.00 × 16/31
  const less = lines.map((line) => ({ ...line, notes: { ...(line.notes ?? never()), invoiceLeft: left("20.00") } }));
  const again = creditLines(
    contract,
    dues,
    (id) => less.filter((one) => one.priceId === id),
    new InvoicesLeft(contract),
  );
  expect(again.map(amountOf)).toEqual(["-10.00", "-10.00"]); // 20.00 − 10.00
});

function left(amount: string) {
  return { invoiceId: "inv_1", amount: usd(amount), percentages: [], settled: [] };
}

function never(): never {
  throw new Error("the line has notes");
}

const calls = usagePrice("calls", "1.00");

/** The correction of a period's usage for a new total. */
function correction(used: string, billed: readonly BilledLine[], terms: Partial<Contract> = {}) {
  const contract = contractFrom("2026-01-01", { prices: [calls], ...terms });
  const slot: UsageSlot = {
    kind: "correction",
    price: calls,
    versionId: "v1",
    service: january,
    countsFrom: january.start,
    gaps: [],
    unitsShare: null,
    isPart: false,
  };
  const usage = { total: { quantity: usd(used), eventCount: Decimal.one }, groups: [] };
  const [line] = rateUsageSlot(contract, slot, usage, { billed, left: new InvoicesLeft(contract) });
  if (line === undefined) return undefined;
  const { basis } = line.explanation;
  const frozen = {
    kind: line.kind,
    billedIn: contract,
    model: calls.model,
    usageGroup: null,
    proration: null,
    basis,
  };
  const again = recomputeLine(frozen, usage, []);
  expect(again.amount.equals(line.amount)).toBe(true);
  const settled = basis.kind === "usage" ? (basis.settledByNotes ?? Decimal.zero) : Decimal.zero;
  expect(again.settledByNotes?.equals(settled)).toBe(true);
  return `${line.amount.toFixed(2)} settled ${settled.toFixed(2)}`;
}

test("a correction takes what credit notes left of the usage; the credit note settles the rest (R-INV-8, R-INV-9)", () => {
  const usage = (note: string) => billedLine("usage", "calls", "600.00", { note });
  expect(correction("500", [usage("0.00")])).toBe("-100.00 settled 0.00");
  expect(correction("0", [usage("600.00")])).toBe("0.00 settled -600.00");
  expect(correction("0", [usage("50.00")])).toBe("-550.00 settled -50.00");
  // Additional usage is billed. A goodwill credit note is not billed again.
  expect(correction("610", [usage("50.00")])).toBe("10.00 settled 0.00");
  // After a correction that the credit note settled, usage counts from zero again.
  const settledLine = billedLine("correction", "calls", "0.00", { settled: "-600.00" });
  expect(correction("100", [usage("600.00"), settledLine])).toBe("100.00 settled 0.00");
  expect(correction("600", [usage("600.00")])).toBeUndefined();
});

test("a correction takes no more than is left of its invoice (R-SUB-8, R-INV-8)", () => {
  // 600.00 − 60.00 were invoiced and 450.00 credited: 90.00 are left, which is 100.00 less 10%.
  const usage = billedLine("usage", "calls", "600.00", { note: "450.00", left: "90.00" });
  expect(correction("0", [usage], { discounts: [tenPercent()] })).toBe("-100.00 settled -500.00");
  // A line of another invoice without credit notes is reversed, too.
  const late = billedLine("correction", "calls", "30.00");
  expect(correction("0", [usage, late], { discounts: [tenPercent()] })).toBe("-130.00 settled -500.00");
});

test("earlier corrections reduce the remainder of a line only once (R-INV-8, R-INV-9)", () => {
  // 600.00 and 100.00 on an invoice. A credit note gave back 10.00 of the 100.00; 200.00 of the 600.00 were corrected:
  // 490.00 are left.
  const usage = billedLine("usage", "calls", "600.00", { left: "490.00" });
  const earlier = billedLine("correction", "calls", "-200.00");
  expect(correction("0", [usage, earlier])).toBe("-400.00 settled 0.00");
  // A second line is reversed after the first; 150.00 of the first are left.
  const late = billedLine("correction", "calls", "100.00", { left: "490.00" });
  const more = billedLine("correction", "calls", "-250.00");
  expect(correction("0", [usage, late, earlier, more])).toBe("-250.00 settled 0.00");
});

test("a negative charge is reversed up to zero, and a charge may change its sign (R-INV-8)", () => {
  const change = (wanted: string, standing: string, total: string) =>
    limitedChange(usd(wanted), usd(standing), usd(total)).toFixed(2);
  expect(change("50.00", "-30.00", "0.00")).toBe("30.00"); // a credit note reversed 20.00 of −50.00
  expect(change("-15.00", "10.00", "-5.00")).toBe("-15.00"); // 10.00 become −5.00
  expect(change("15.00", "-10.00", "5.00")).toBe("15.00");
  expect(change("-5.00", "-10.00", "-15.00")).toBe("-5.00");
  expect(change("0.00", "10.00", "10.00")).toBe("0.00");
});

test("the account of usage stays between zero and the usage, after any credit notes (R-INV-8)", () => {
  const step = fc.record({ used: fc.integer({ min: 0, max: 500 }), note: fc.integer({ min: 0, max: 100 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const contract = contractFrom("2026-01-01", { prices: [calls] });
      const billed: BilledLine[] = [];
      for (const { used, note } of [{ used: 300, note: 0 }, ...steps]) {
        const slot: UsageSlot = {
          kind: "correction",
          price: calls,
          versionId: "v1",
          service: january,
          countsFrom: january.start,
          gaps: [],
          unitsShare: null,
          isPart: false,
        };
        const usage = { total: { quantity: usd(`${used}`), eventCount: Decimal.one }, groups: [] };
        const [line] = rateUsageSlot(contract, slot, usage, { billed, left: new InvoicesLeft(contract) });
        if (line !== undefined) {
          const { basis } = line.explanation;
          const settled = basis.kind === "usage" ? (basis.settledByNotes ?? Decimal.zero) : Decimal.zero;
          billed.push({ ...line, notes: { given: Decimal.zero, settled, invoiceLeft: null } });
        }
        // A credit note of at most the remainder of the first line.
        const standing = Decimal.sum(billed.map((one) => one.amount.minus(one.notes?.given ?? Decimal.zero)));
        expect(standing.isNegative()).toBe(false);
        expect(standing.compare(usd(`${used}`)) <= 0 || line === undefined || line.amount.isPositive()).toBe(true);
        const [first] = billed;
        if (first === undefined) continue;
        const given = first.notes?.given ?? Decimal.zero;
        const most = Decimal.min(first.amount.minus(given), standing);
        const noted = given.plus(Decimal.max(Decimal.min(usd(`${note}`), most), Decimal.zero));
        billed[0] = { ...first, notes: { given: noted, settled: Decimal.zero, invoiceLeft: null } };
      }
    }),
  );
});

test("a reversal takes from its recorded invoices, or from the first line first (R-INV-8, R-INV-9)", () => {
  const charged = (invoiceId: string, own: string) => ({ invoiceId, own: usd(own) });
  const back = (own: string, takes?: Record<string, string>) => ({
    own: usd(own),
    takes: takes && Object.entries(takes).map(([invoiceId, amount]) => ({ invoiceId, amount: usd(amount) })),
  });
  const taken = (...lines: Parameters<typeof takenOf>[0]) =>
    Object.fromEntries([...takenOf(lines)].map(([{ invoiceId }, amount]) => [invoiceId, amount.toFixed(2)]));
  const [first, second] = [charged("inv_1", "100.00"), charged("inv_2", "50.00")];
  expect(taken(first, second, back("-120.00"))).toEqual({ inv_1: "100.00", inv_2: "20.00" });
  expect(taken(first, back("-30.00", { inv_2: "30.00" }), second)).toEqual({ inv_1: "0.00", inv_2: "30.00" });
  // A credit note left 10.00 of the reversal, and 20.00 of the second line.
  const less = charged("inv_2", "20.00");
  expect(taken(first, second, back("-10.00", { inv_1: "25.00", inv_2: "5.00" }))).toEqual({
    inv_1: "10.00",
    inv_2: "0.00",
  });
  // Amounts of a void invoice, or beyond what is left of an invoice, are taken from the first line.
  expect(taken(first, less, back("-40.00", { inv_2: "30.00", inv_3: "10.00" }))).toEqual({
    inv_1: "20.00",
    inv_2: "20.00",
  });
});

test("a correction takes from the second invoice if less is left of the first than of its line (R-SUB-8, R-INV-8)", () => {
  // A credit note gave back 450.00 of 600.00 − 60.00 and left the discount: 90.00 are left, which is 100.00 less 10%.
  const usage = billedLine("usage", "calls", "600.00", { note: "450.00", left: "90.00" });
  const late = { ...billedLine("correction", "calls", "80.00"), invoiceId: "inv_2" };
  const contract = contractFrom("2026-01-01", { prices: [calls], discounts: [tenPercent()] });
  const left = new InvoicesLeft(contract);
  const lines = [{ ...usage, invoiceId: "inv_1" }, late];
  const { takes: taken } = left.takeOf(lines, usd("130.00"));
  const shown = taken.map(({ invoiceId, amount }) => `${invoiceId} ${amount.toFixed(2)}`);
  expect(shown).toEqual(["inv_1 100.00", "inv_2 30.00"]);
  // The next reversal takes all of the second line, as far as it was recorded.
  const takes = [
    { invoiceId: "inv_1", amount: usd("100.00") },
    { invoiceId: "inv_2", amount: usd("30.00") },
  ];
  const before = [...lines, { ...billedLine("correction", "calls", "-130.00"), invoiceId: "inv_3", takes }];
  expect(left.takeOf(before, usd("50.00"))).toEqual({
    takes: [{ invoiceId: "inv_2", amount: usd("50.00") }],
    takenOff: [],
  });
});

test("corrections of one day take what is left of an invoice by price, then by kind (R-INV-8)", () => {
  const [first, second] = [usagePrice("a", "1.00"), usagePrice("b", "1.00")];
  const contract = contractFrom("2026-01-01", { prices: [second, first] });
  const slotOf = (price: typeof first, kind: "usage" | "correction", versionId: string): UsageSlot => ({
    kind,
    price,
    versionId,
    service: january,
    countsFrom: january.start,
    gaps: [],
    unitsShare: null,
    isPart: false,
  });
  const slots = [slotOf(second, "correction", "v1"), slotOf(first, "usage", "v2"), slotOf(first, "correction", "v1")];
  const lines = decideLines(
    contract,
    { on: date("2026-02-01"), slots, credits: [], kept: [] },
    {
      billedLines: (priceId) => [billedLine("usage", priceId, "100.00", { note: "80.00", left: "30.00" })],
      letGoLines: () => [],
      usageOf: () => ({ total: { quantity: Decimal.zero, eventCount: 0n } as never, groups: [] }),
    },
  );
  // 20.00 are left of each line, and 30.00 of their invoice.
  expect(lines.map((line) => [line.priceId, line.kind, amountOf(line)])).toEqual([
    ["b", "correction", "-10.00"],
    ["a", "usage", "0.00"],
    ["a", "correction", "-20.00"],
  ]);
});

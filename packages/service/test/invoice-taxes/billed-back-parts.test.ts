import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import type { GivenBack, OtherLine } from "../../src/billing/index.ts";
import { billedBackParts } from "../../src/invoice-taxes/billed-back-parts.ts";
import { linePartsOf } from "../../src/invoice-taxes/corrected-taxes.ts";
import { taxTerms } from "../../src/invoice-taxes/tax-invoices.ts";
import { toInvoiceTax } from "../../src/tax/index.ts";
import { account } from "../rows/account.ts";
import { line, vat } from "../rows/invoice.ts";
import { organization } from "../rows/organization.ts";

// R-INV-6, R-INV-8: the taxes with which later invoices gave a line back, and what decides the taxes of an account.

const taxesOf = new Map([["inv_2", [toInvoiceTax(vat())]]]);
const credit = (members: Partial<OtherLine> = {}): OtherLine =>
  ({
    ...line({ id: "line_8", invoiceId: "inv_2", kind: "credit", amount: "-60.00" }),
    taxes: [{ amount: "-60.00", taxes: [{ index: 0, base: "-60.00", amount: "-11.40" }] }],
    isLater: true,
    takes: undefined,
    ...members,
  }) as OtherLine;

function parts(lines: InvoiceLineRow[], others: Record<string, OtherLine[]>, back: Record<string, string>) {
  const given = {
    lines,
    othersOf: (id: string) => others[id] ?? [],
    billedBack: (id: string) => Decimal.of(back[id] ?? "0"),
  } as unknown as GivenBack;
  const found = billedBackParts({ currency: "EUR" }, given, taxesOf);
  return lines.map(({ id }) =>
    (found.get(id) ?? []).map(({ amount, taxes }) => [amount.toString(), ...taxes.map((tax) => tax.amount.toString())]),
  );
}

test("returns what a later line gave back with its tax", () => {
  expect(parts([line()], { line_1: [credit()] }, { line_1: "60" })).toEqual([[["60.00", "11.40"]]]);
  expect(parts([line()], {}, {})).toEqual([[]]);
});

test("a line that takes back from several invoices records how much from each, in order", () => {
  const takes = [
    { invoiceId: "inv_0", amount: Decimal.of("20") },
    { invoiceId: "inv_1", amount: Decimal.of("40") },
  ];
  expect(parts([line()], { line_1: [credit({ takes })] }, { line_1: "40" })).toEqual([[["40.00", "7.60"]]]);
  expect(parts([line()], { line_1: [credit({ takes: [] })] }, { line_1: "0" })).toEqual([[["0.00", "0.00"]]]);
});

test("returns no more than was given back of the line if notes gave back a part of the later line", () => {
  expect(parts([line()], { line_1: [credit()] }, { line_1: "30" })).toEqual([[["30.00", "5.70"]]]);
});

test("a percentage discount follows its lines", () => {
  const { explanation } = line();
  const discount = line({
    id: "line_2",
    kind: "discount",
    amount: "-10.00",
    adjustmentId: "disc_1",
    explanation: { ...explanation, basis: { kind: "adjustment", rule: "percentage", value: "10", positions: [0] } },
  });
  expect(parts([line(), discount], { line_1: [credit()] }, { line_1: "60", line_2: "-6" })).toEqual([
    [["60.00", "11.40"]],
    [["-6.00", "-1.14"]],
  ]);
});

test("a line without tax information is one part without taxes", () => {
  const bare = { amount: "50", taxes: null, invoiceTaxes: null };
  expect(linePartsOf(bare).map(({ amount, taxes }) => [amount.toString(), taxes])).toEqual([["50", []]]);
  const taxed = { ...bare, taxes: [{ amount: "50", taxes: [{ index: 0, base: "50", amount: "9.5" }] }] };
  const [part] = linePartsOf({ ...taxed, invoiceTaxes: [vat()] });
  expect(part?.taxes[0]).toMatchObject({ name: "VAT", taxRateId: "tax_1" });
  expect(part?.taxes[0]?.percentage.toString()).toBe("19");
  expect(part?.taxes[0]).not.toHaveProperty("base");
});

test("taxes follow from the places of both parties and the buyer's tax data", () => {
  const buyer = account({
    taxCountry: "FR",
    taxId: "FR1",
    taxStatus: "reverse_charge",
    taxRateIds: ["tax_9"],
    billingAddress: { line1: null, line2: null, city: null, state: "IDF", postalCode: null },
  });
  expect(taxTerms(organization({ taxMode: "none" }), buyer, [])).toMatchObject({
    seller: { country: "DE", region: null, taxId: "DE123456789" },
    buyer: { country: "FR", region: "IDF", taxId: "FR1", status: "reverse_charge", taxRateIds: ["tax_9"] },
  });
});

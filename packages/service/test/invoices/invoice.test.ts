import { expect, test } from "vitest";
import { toInvoice, toLineConversion } from "../../src/invoices/invoice.ts";
import { draft, issued, line, vat } from "../rows/invoice.ts";

// What the API shows of an invoice: amounts in the decimals of the currency, ends as last seconds, and what can be
// edited.

const free = line({ id: "line_2", kind: "one_off", priceId: null, versionId: null, subscriptionId: null });

test("periods end with their last second, and amounts have the decimals of the currency", () => {
  const shown = toInvoice(issued({ total: "119", taxes: [vat({ amount: "19" })], amountPaid: "19.5" }), [line()]);
  expect(shown).toMatchObject({
    billingPeriod: "Jan 1, 2024 - Jan 31, 2024",
    billingPeriodEnd: "2024-01-31T23:59:59.000Z",
    total: "119.00",
    amountPaid: "19.50",
    amountRemaining: "99.50",
    amountCredited: "0.00",
    taxes: [{ amount: "19.00", base: "100.00" }],
    lineItems: [{ totalPrice: "100.00", billingPeriodEnd: "2024-01-31T23:59:59.000Z" }],
  });
});

test("only free lines can be edited, and none of an issued invoice (R-INV-2)", () => {
  const editable = (invoice: Parameters<typeof toInvoice>[0]) =>
    toInvoice(invoice, [line(), free]).lineItems.map(({ isEditable }) => isEditable);
  expect(editable(draft())).toEqual([false, true]);
  expect(editable(issued())).toEqual([false, false]);
});

test("the lines' total includes taxes that are in the lines' amounts", () => {
  const held = draft({
    subtotal: "84.03",
    tax: "15.97",
    taxes: [vat({ inclusive: true, base: "84.03", amount: "15.97" })],
  });
  expect(toInvoice(held, []).linesTotal).toBe("100.00"); // 84.03 + 15.97
  expect(toInvoice(draft({ subtotal: "84.03", taxes: [vat()] }), []).linesTotal).toBe("84.03");
});

test("an issued invoice shows its frozen buyer reference, a draft its own", () => {
  const { buyer } = issued();
  expect(toInvoice(draft({ buyerReference: "PO-1" }), []).buyerReference).toBe("PO-1");
  expect(toInvoice(issued({ buyerReference: "PO-1" }), []).buyerReference).toBeNull();
  if (buyer === null) throw new Error("it is issued");
  expect(toInvoice(issued({ buyer: { ...buyer, buyerReference: "PO-2" } }), []).buyerReference).toBe("PO-2");
});

test("shows the conversion of a line that froze one", () => {
  const { explanation } = line();
  const conversion = { sourceCurrency: "USD", sourceUnitPrice: "10", rateDate: "2024-01-01" };
  const converted = line({ explanation: { ...explanation, conversionRate: "0.9200", conversion } });
  expect(toLineConversion(converted)).toEqual({ ...conversion, rate: "0.92" });
  expect(toLineConversion(line())).toBeNull();
  expect(toLineConversion(line({ explanation: { ...explanation, conversionRate: "0.92" } }))).toBeNull();
});

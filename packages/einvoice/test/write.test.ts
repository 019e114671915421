import { expect, test } from "vitest";
import { writeCii, writeUbl } from "../src/index.ts";
import { decimal, invoiceOf, line } from "./samples/build.ts";
import { samples } from "./samples/index.ts";

const sample = (name: string) => samples[name]!;

test("unit prices keep all their decimals, and amounts have two", () => {
  const cii = writeCii(sample("a unit price of 0.000123"));
  expect(cii).toContain("<ram:ChargeAmount>0.000123</ram:ChargeAmount>");
  expect(cii).toContain('<ram:BilledQuantity unitCode="C62">1234567</ram:BilledQuantity>');
  expect(cii).toContain("<ram:LineTotalAmount>151.85</ram:LineTotalAmount>");
  const ubl = writeUbl(sample("a unit price of 0.000123"));
  expect(ubl).toContain('<cbc:PriceAmount currencyID="EUR">0.000123</cbc:PriceAmount>');
  expect(writeUbl(sample("a currency without minor units"))).toContain(
    '<cbc:TaxAmount currencyID="JPY">20.00</cbc:TaxAmount>',
  );
});

test("an amount given back has a negative quantity and a price that is not negative", () => {
  const cii = writeCii(sample("negative lines"));
  expect(cii).toContain('<ram:BilledQuantity unitCode="C62">-1</ram:BilledQuantity>');
  expect(cii).toContain("<ram:LineTotalAmount>-49.00</ram:LineTotalAmount>");
  expect(cii).not.toContain("<ram:ChargeAmount>-");
});

test("escapes hostile text and replaces characters that XML cannot represent", () => {
  const cii = writeCii(sample("text that is hostile to XML"));
  expect(cii).toContain(`<ram:ID>&lt;&amp;&gt;"' ]]&gt;</ram:ID>`);
  expect(cii).toContain("<ram:Content>a\uFFFDb\uFFFDc\uFFFD \nnext</ram:Content>");
  expect(cii).toContain("<ram:Content>tab\there</ram:Content>");
  const ubl = writeUbl(sample("text that is hostile to XML"));
  expect(ubl).toContain("<cbc:Note>#REG#]]&gt; &lt;!-- --&gt; &lt;?php ?&gt;</cbc:Note>");
  expect(ubl).toContain('name="&quot;quoted&quot;&#9;and&#10;broken"');
});

test("a credit note is a separate document type in UBL, with its due date in the payment element", () => {
  const ubl = writeUbl(sample("a credit note"));
  expect(ubl).toContain("<CreditNote xmlns=");
  expect(ubl).toContain("<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>");
  expect(ubl).toContain("<cbc:PaymentDueDate>2026-02-15</cbc:PaymentDueDate>");
  expect(ubl).toContain('<cbc:CreditedQuantity unitCode="C62">1</cbc:CreditedQuantity>');
  const undated = writeUbl({ ...sample("a credit note"), dueOn: null, paymentTerms: "None" });
  expect(undated).not.toContain("cac:PaymentMeans");
  expect(writeCii(sample("a credit note"))).toContain("<ram:TypeCode>381</ram:TypeCode>");
});

test("names several preceding invoices, with their dates if known", () => {
  const ubl = writeUbl({
    ...sample("a credit note"),
    precedingInvoices: [
      { number: "NL-1", issuedOn: "2026-01-01" },
      { number: "NL-2", issuedOn: null },
    ],
  });
  expect(ubl.match(/<cac:BillingReference>/g)).toHaveLength(2);
  expect(ubl.match(/<cbc:IssueDate>/g)).toHaveLength(2);
});

test("writes a sales order next to the purchase order, or with a placeholder without one", () => {
  const invoice = sample("every term of the standard");
  const alone = writeUbl({ ...invoice, references: { ...invoice.references, purchaseOrder: null } });
  expect(alone).toContain("<cbc:ID>NA</cbc:ID>");
  expect(writeUbl(invoice)).toContain("<cbc:ID>PO-3</cbc:ID>");
});

test("writes the direct debit creditor at the seller, or at the payee if there is one", () => {
  const invoice = sample("every term of the standard");
  const atPayee = writeUbl(invoice);
  const atSeller = writeUbl({ ...invoice, payee: null });
  const creditor = '<cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID>';
  expect(atPayee.indexOf(creditor)).toBeGreaterThan(atPayee.indexOf("<cac:PayeeParty>"));
  expect(atSeller.indexOf(creditor)).toBeLessThan(atSeller.indexOf("<cac:AccountingCustomerParty>"));
  expect(atSeller).not.toContain("<cac:PayeeParty>");
});

test("writes the VAT point as a date, or as a code from the list of each syntax", () => {
  const invoice = invoiceOf({ lines: [line("1", "1", "10.00", "10.00", "S 19")] });
  const coded = { ...invoice, vatPointCode: "432" } as const;
  expect(writeCii(coded)).toContain("<ram:DueDateTypeCode>72</ram:DueDateTypeCode>");
  expect(writeUbl(coded)).toContain("<cbc:DescriptionCode>432</cbc:DescriptionCode>");
  const dated = { ...invoice, vatPointOn: "2026-01-31" };
  expect(writeCii(dated)).toContain('<udt:DateString format="102">20260131</udt:DateString>');
  expect(writeUbl(dated)).toContain("<cbc:TaxPointDate>2026-01-31</cbc:TaxPointDate>");
});

test("writes a sum with too many decimals unchanged, without silent rounding", () => {
  const invoice = invoiceOf({ lines: [line("1", "1", "10.005", "10.005", "S 19")] });
  expect(writeCii(invoice)).toContain("<ram:LineTotalAmount>10.005</ram:LineTotalAmount>");
  expect(writeCii({ ...invoice, totals: { ...invoice.totals, rounding: decimal("0.01") } })).toContain(
    "<ram:RoundingAmount>0.01</ram:RoundingAmount>",
  );
});

test("writes the known members of a payee without an identifier and a party without an address", () => {
  const invoice = sample("every term of the standard");
  const bare = {
    ...invoice,
    payment: null,
    payee: { name: "Factor AG", identifier: null, registration: null },
    seller: { ...invoice.seller, address: null },
    taxRepresentative: null,
  };
  expect(writeCii(bare)).toContain("<ram:PayeeTradeParty>\n        <ram:Name>Factor AG</ram:Name>");
  expect(writeUbl(bare)).toContain("<cac:PayeeParty>\n    <cac:PartyName>");
  expect(writeUbl(bare)).not.toContain("SEPA");
  expect(writeUbl(bare)).not.toContain("Torstraße");
});

import { InvoiceService } from "@e-invoice-eu/core";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { writeCii, writeUbl } from "../src/index.ts";
import { saidInCii, saidInUbl } from "./said/said.ts";
import { samples } from "./samples/index.ts";

/** Elements that the other library treats as lists everywhere. */
const LISTS = new Set([
  "cac:AdditionalDocumentReference",
  "cac:AdditionalItemProperty",
  "cac:BillingReference",
  "cac:CommodityClassification",
  "cac:InvoiceLine",
  "cac:PaymentMeans",
  "cac:TaxSubtotal",
  "cac:TaxTotal",
]);

/**
 * Invoices that the other library cannot convert: it accepts prices of at most two decimals and no credit notes, writes
 * the gross price instead of the net price, and decodes entities in text that has none left.
 */
const NOT_TAKEN = new Set([
  "a unit price of 0.000123",
  "allowances on a line",
  "every term of the standard",
  "text that is hostile to XML",
  "a credit note",
  "a credit note to be paid back",
  "every term in a credit note",
]);

const silent = { log: () => {}, warn: () => {}, error: () => {} };

test.each(Object.entries(samples).filter(([name]) => !NOT_TAKEN.has(name)))(
  "another library converts our UBL of an invoice with %s to the same content as our CII",
  async (_, { buyer, ...others }) => {
    // Like Peppol, it requires an electronic address of the buyer.
    const invoice = { ...others, buyer: { ...buyer, electronicAddress: { id: "991-1", scheme: "0204" } } };
    const ubl = writeUbl(invoice);
    const service = new InvoiceService(silent);
    const write = async (format: string) => {
      // It modifies its input.
      const input = { "ubl:Invoice": internalForm(ubl) } as Parameters<InvoiceService["generate"]>[0];
      return String(await service.generate(input, { format, lang: "en", noWarnings: true }));
    };
    expect(saidInCii(await write("CII"))).toEqual(saidInCii(writeCii(invoice)));
    expect(saidInUbl(await write("UBL"))).toEqual(saidInUbl(ubl));
  },
);

/** UBL as the library's JSON: names unchanged, attributes prefixed with `@`. */
function internalForm(ubl: string): object {
  using document = XmlDocument.fromString(ubl);
  return members(document.root);
}

function members(element: XmlElement): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (!("attrs" in child)) continue;
    const one = child as XmlElement;
    const name = `${one.prefix}:${one.name}`;
    const value = one.prefix === "cac" ? members(one) : one.content;
    // Whether an element is a list depends on its parent: a price has only one allowance, and a buyer only one
    // identifier.
    const isList =
      LISTS.has(name) ||
      (name === "cac:AllowanceCharge" && element.name !== "Price") ||
      (name === "cbc:Note" && element.name === "Invoice") ||
      (["cac:PartyIdentification", "cac:PartyTaxScheme"].includes(name) && isOfSeller(element));
    if (isList) found[name] = [...((found[name] as unknown[] | undefined) ?? []), value];
    else found[name] = value;
    for (const { name: attribute, value: text } of one.attrs) found[`${name}@${attribute}`] = text;
  }
  return found;
}

function isOfSeller(party: XmlElement): boolean {
  return party.parent?.name === "AccountingSupplierParty";
}

import { InvoiceService } from "@e-invoice-eu/core";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { expect, test } from "vitest";
import { writeCii, writeUbl } from "../src/index.ts";
import { saidInCii, saidInUbl } from "./said/said.ts";
import { samples } from "./samples/index.ts";

/** What the other library takes as lists, wherever it stands. */
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
 * Where it cannot be asked: it takes prices of two decimals at the most and no credit notes, writes the gross price in the place
 * of the net one, and reads entities in text that has none left.
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
  "from our UBL of an invoice with %s another library writes what our CII says",
  async (_, { buyer, ...others }) => {
    // As Peppol does, it asks for an electronic address of the buyer's.
    const invoice = { ...others, buyer: { ...buyer, electronicAddress: { id: "991-1", scheme: "0204" } } };
    const ubl = writeUbl(invoice);
    const service = new InvoiceService(silent);
    const write = async (format: string) => {
      // It changes what it is given.
      const input = { "ubl:Invoice": internalForm(ubl) } as Parameters<InvoiceService["generate"]>[0];
      return String(await service.generate(input, { format, lang: "en", noWarnings: true }));
    };
    expect(saidInCii(await write("CII"))).toEqual(saidInCii(writeCii(invoice)));
    expect(saidInUbl(await write("UBL"))).toEqual(saidInUbl(ubl));
  },
);

/** UBL as its JSON: names as they are, attributes behind an `@`. */
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
    // Which lists there are depends on where: of allowances and identifiers a price and a buyer have one.
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

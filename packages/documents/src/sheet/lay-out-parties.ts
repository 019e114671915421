import { countryName } from "../format/country-name.ts";
import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";
import type { DocumentSheet, LabelledText } from "./document-sheet.ts";
import { isVatId } from "./vat-id.ts";
import type { Writing } from "./writing.ts";

/** The sender and the recipient of a document, with all details that the law requires. */
export function layOutParties(
  { seller, buyer }: { readonly seller: PrintedSeller; readonly buyer: PrintedBuyer },
  writing: Writing,
  buyerLabel: string,
): DocumentSheet["parties"] {
  const { words, text } = writing;
  return [
    {
      label: words.from,
      name: text(seller.legalName ?? seller.name),
      lines: partyLines(seller, writing, [seller.registration, seller.email]),
    },
    { label: buyerLabel, name: text(buyer.name), lines: partyLines(buyer, writing, [buyer.email]) },
  ];
}

function partyLines(party: PrintedSeller | PrintedBuyer, writing: Writing, last: readonly (string | null)[]): string[] {
  const country = party.country === null ? null : countryName(writing.traits.formatLocale, party.country);
  const lines = [...party.address, country].map((line) => (line === null ? "" : writing.text(line)));
  const taxId = party.taxId === null ? "" : taxIdText(party.taxId, writing);
  const others = last.map((line) => (line === null ? "" : writing.text(line)));
  return [...lines, taxId, ...others].filter((line) => line !== "");
}

/** For example "VAT ID DE123456789". */
function taxIdText(taxId: string, { words, text }: Writing): string {
  return `${isVatId(taxId) ? words.vatId : words.taxId} ${text(taxId)}`;
}

/** The document's details without empty ones, followed by the organization's custom fields. */
export function layOutFacts(
  facts: readonly (readonly [label: string, value: string | null])[],
  { customFields }: DocumentLook,
  { text }: Writing,
): LabelledText[] {
  const custom = customFields.map(({ label, value }) => [text(label), text(value)] as const);
  return [...facts, ...custom].flatMap(([label, value]) => (value === null || value === "" ? [] : [{ label, value }]));
}

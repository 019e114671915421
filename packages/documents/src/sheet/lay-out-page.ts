import type { DocumentLook } from "../document/look.ts";
import type { PrintedBuyer, PrintedSeller } from "../document/parties.ts";
import { cleanText } from "../text/clean-text.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet } from "./document-sheet.ts";
import { sheetColors } from "./sheet-colors.ts";
import type { Writing } from "./writing.ts";

/** The members of every kind of document. */
export interface PagedDocument {
  readonly seller: PrintedSeller;
  readonly buyer: PrintedBuyer;
  readonly look: DocumentLook;
}

type PageParts = Pick<DocumentSheet, "page" | "colors" | "file" | "mark" | "running">;

/**
 * The page with its header and footer, which are the same on all documents of an organization.
 *
 * @param title the document's name in lists: "Invoice NL-2024-0042"
 * @param date "2024-01-31", the only date in the file's metadata
 * @param logo the image's path for the template, null for the name mark
 */
export function layOutPage(
  { seller, buyer, look }: PagedDocument,
  { title, date, logo }: { readonly title: string; readonly date: string | null; readonly logo: string | null },
  { words, traits, formats, text }: Writing,
): PageParts {
  return {
    page: {
      paper: look.paper === null ? traits.paper : look.paper === "letter" ? "us-letter" : "a4",
      direction: traits.direction,
      language: traits.language.slice(0, 2),
      region: /^[A-Z]{2}$/.test(traits.region) ? traits.region : null,
      layout: look.layout,
    },
    colors: sheetColors(seller.brandColor),
    file: { title, author: cleanText(seller.legalName ?? seller.name), date: date === null ? null : dateParts(date) },
    mark: {
      logo,
      description: fill(words.logoOf, { name: cleanText(seller.name) }),
      initial: initialOf(seller.name),
      name: text(seller.name),
    },
    running: {
      from: text(seller.name),
      to: text(buyer.name),
      seller: text(seller.legalName ?? seller.name),
      number: title,
      pageOf: words.pageOf,
      digits: formats.number.digits,
    },
  };
}

function dateParts(date: string): [number, number, number] {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return [year, month, day];
}

function initialOf(name: string): string {
  return (
    cleanText(name)
      .match(/[\p{L}\p{Nd}]/u)?.[0]
      .toLocaleUpperCase("en") ?? ""
  );
}

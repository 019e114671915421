import type { PrintedPricing } from "../quote/printed-quote.ts";
import type { Drawing } from "./messages.ts";

/** The number of XML characters that cost about as much to attach as one row costs to draw. */
const XML_CHARACTERS_OF_A_ROW = 15_000;

/** The length of a document: the rows of its tables and of its XML. The cost of drawing it grows with them. */
export function documentRows(drawing: Drawing): number {
  switch (drawing.kind) {
    case "invoice": {
      const { lines, taxes, usageDetail, usageByDay = [] } = drawing.document;
      const detail = usageDetail.reduce((sum, { rows }) => sum + rows.length, 0);
      const days = usageByDay.reduce((sum, table) => sum + table.days.length, 0);
      const steps = lines.reduce((sum, line) => sum + (line.steps?.length ?? 0), 0);
      return lines.length + steps + taxes.length + detail + days + carriedRows(drawing.facturX);
    }
    case "credit_note":
      return drawing.document.lines.length + drawing.document.taxes.length + carriedRows(drawing.facturX);
    case "quote":
      return drawing.document.versions
        .flatMap(({ groups }) => groups.flatMap(({ prices }) => prices))
        .reduce((sum, { pricing }) => sum + rowsOfPricing(pricing), 0);
    case "receipt":
      return drawing.document.invoices.length;
    default:
      return drawing satisfies never;
  }
}

function carriedRows(xml: string | null): number {
  return xml === null ? 0 : Math.ceil(xml.length / XML_CHARACTERS_OF_A_ROW);
}

function rowsOfPricing(pricing: PrintedPricing): number {
  if (pricing.kind === "tiers") return 1 + pricing.tiers.length;
  return pricing.kind === "combinations" ? 1 + pricing.combinations.length : 1;
}

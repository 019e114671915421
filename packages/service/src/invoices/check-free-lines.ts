import type { InvoiceLineRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** A free line as a caller writes it: a description and a price, without a catalog price. */
export interface FreeLineInput {
  /** The ID of an existing line. */
  id?: string;
  description: string;
  /** Default: 1. */
  quantity?: string;
  /** Before rounding. Negative for a deduction. */
  unitPrice: string;
  unitLabel?: string | null;
  productId?: string | null;
  /** Calendar dates, half-open. Default: the day of the invoice. */
  servicePeriod?: { start: string; end: string } | null;
}

/**
 * What free lines are checked against: the existing lines, the existing products, and the position of the lines in the
 * body.
 */
interface FreeLinesCheck {
  readonly present: readonly Pick<InvoiceLineRow, "id">[];
  readonly products: ReadonlySet<string>;
  readonly at: string;
}

/** What is wrong with free lines, each member by its pointer. */
export function checkFreeLines(lines: readonly FreeLineInput[], { present, products, at }: FreeLinesCheck): Fault[] {
  const editable = new Set(present.map(({ id }) => id));
  const faults: Fault[] = [];
  for (const [index, { id, productId, servicePeriod }] of lines.entries()) {
    const refuse = (member: string, code: string, detail: string) =>
      faults.push({ pointer: `${at}/${index}/${member}`, code, detail });
    if (id !== undefined && !editable.delete(id)) {
      refuse(
        "id",
        "not_editable",
        `${JSON.stringify(id)} is not an editable line of this invoice, or it is listed twice.`,
      );
    }
    if (productId && !products.has(productId)) {
      refuse("productId", "unknown_product", `There is no product ${JSON.stringify(productId)}.`);
    }
    if (servicePeriod && servicePeriod.end <= servicePeriod.start) {
      const detail = "The end must be later than the start. It is the first day after the period.";
      refuse("servicePeriod/end", "not_later", detail);
    }
  }
  return faults;
}

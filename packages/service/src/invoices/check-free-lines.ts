import type { InvoiceLineRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** A free line as a caller writes it: what it is for and what it costs, with no price behind it. */
export interface FreeLineInput {
  /** Of a line that is there already. */
  id?: string;
  description: string;
  /** Default 1. */
  quantity?: string;
  /** Before rounding; negative for something that is taken off. */
  unitPrice: string;
  unitLabel?: string | null;
  productId?: string | null;
  /** Calendar dates, half-open; the day of the invoice where none is given. */
  servicePeriod?: { start: string; end: string } | null;
}

/** What free lines are held against: the lines that are there, the products that exist, and where the lines are in the body. */
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
      refuse("id", "not_editable", `${JSON.stringify(id)} is no editable line of this invoice, or it is named twice.`);
    }
    if (productId && !products.has(productId)) {
      refuse("productId", "unknown_product", `There is no product ${JSON.stringify(productId)}.`);
    }
    if (servicePeriod && servicePeriod.end <= servicePeriod.start) {
      const detail = "The period ends before it starts: its end is the first day that does not belong to it.";
      refuse("servicePeriod/end", "not_later", detail);
    }
  }
  return faults;
}

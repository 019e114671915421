import type { NewInvoiceLine, InvoiceLine, UpdatedInvoiceLine } from "@counterfoil/sdk";

/** A line in the form. */
export interface LineDraft {
  /** Identifies the row on the page only. */
  readonly key: number;
  /** The ID of an existing line of the draft. */
  readonly id?: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly unitLabel: string;
  readonly start: string;
  readonly end: string;
  /** The product of the catalog, which decides the tax category. Empty for a custom line. */
  readonly productId: string;
}

export function emptyLine(key: number): LineDraft {
  return { key, description: "", quantity: "1", unitPrice: "", unitLabel: "", start: "", end: "", productId: "" };
}

export function toDraft(line: InvoiceLine, key: number): LineDraft {
  return {
    key,
    id: line.id,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice ?? "",
    unitLabel: line.unitLabel ?? "",
    start: line.servicePeriod.start,
    end: line.servicePeriod.end,
    productId: line.productId ?? "",
  };
}

export function isBlank({ description, unitPrice }: LineDraft): boolean {
  return description.trim() === "" && unitPrice.trim() === "";
}

/** Whether every line that would be sent has a text and a price, so that the server can compute a total. */
export function areComplete(sent: readonly LineDraft[]): boolean {
  return (
    sent.length > 0 && sent.every(({ description, unitPrice }) => description.trim() !== "" && unitPrice.trim() !== "")
  );
}

export function toBody(line: LineDraft): NewInvoiceLine & UpdatedInvoiceLine {
  return {
    ...(line.id !== undefined && { id: line.id }),
    description: line.description.trim(),
    quantity: line.quantity.trim() === "" ? "1" : line.quantity.trim(),
    unitPrice: line.unitPrice.trim(),
    productId: line.productId === "" ? null : line.productId,
    unitLabel: line.unitLabel.trim() === "" ? null : line.unitLabel.trim(),
    servicePeriod: line.start === "" || line.end === "" ? null : { start: line.start, end: line.end },
  };
}

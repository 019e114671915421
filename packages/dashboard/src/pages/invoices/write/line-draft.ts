import type { NewInvoiceLine, InvoiceLine, UpdatedInvoiceLine } from "@counterfoil/sdk";

/** A line as somebody writes it. */
export interface LineDraft {
  /** Only for the page: tells rows apart. */
  readonly key: number;
  /** Of a line that the draft has already. */
  readonly id?: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly unitLabel: string;
  readonly start: string;
  readonly end: string;
}

export function emptyLine(key: number): LineDraft {
  return { key, description: "", quantity: "1", unitPrice: "", unitLabel: "", start: "", end: "" };
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
  };
}

export function isBlank({ description, unitPrice }: LineDraft): boolean {
  return description.trim() === "" && unitPrice.trim() === "";
}

export function toBody(line: LineDraft): NewInvoiceLine & UpdatedInvoiceLine {
  return {
    ...(line.id !== undefined && { id: line.id }),
    description: line.description.trim(),
    quantity: line.quantity.trim() === "" ? "1" : line.quantity.trim(),
    unitPrice: line.unitPrice.trim(),
    unitLabel: line.unitLabel.trim() === "" ? null : line.unitLabel.trim(),
    servicePeriod: line.start === "" || line.end === "" ? null : { start: line.start, end: line.end },
  };
}

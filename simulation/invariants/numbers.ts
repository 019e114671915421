import type { StoredInvoice } from "../platform/ledger.ts";
import type { Holdings } from "./holdings.ts";

/** Numbers have no gap and no repetition, and only issued invoices have one (R-INV-3). */
export function checkNumbers({ invoices }: Holdings): string[] {
  const isNumbered = ({ status }: StoredInvoice): boolean => status !== "draft" && status !== "skipped";
  const others = invoices.filter((invoice) => !isNumbered(invoice) && (invoice.sequence ?? invoice.number) !== null);
  const sequences = invoices.flatMap(({ sequence }) => sequence ?? []).toSorted((a, b) => a - b);
  const gap = sequences.findIndex((sequence, index) => sequence !== index + 1);
  const unnumbered = invoices.filter((invoice) => isNumbered(invoice) && invoice.sequence === null);
  return [
    ...others.map(({ id, status }) => `the ${status} invoice ${id} has a number`),
    ...unnumbered.map(({ id }) => `the invoice ${id} has no number`),
    ...(gap < 0 ? [] : [`the ${gap + 1}th number is ${sequences[gap]}`]),
  ];
}

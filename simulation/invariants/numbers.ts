import type { Holdings } from "./invariants.ts";

/** Numbers have no gap and no repetition, and only issued invoices have one (R-INV-3). */
export function checkNumbers({ invoices }: Holdings): string[] {
  const drafts = invoices.filter(({ status, sequence, number }) => status === "draft" && (sequence ?? number) !== null);
  const sequences = invoices.flatMap(({ sequence }) => sequence ?? []).toSorted((a, b) => a - b);
  const gap = sequences.findIndex((sequence, index) => sequence !== index + 1);
  const unnumbered = invoices.filter(({ status, sequence }) => status !== "draft" && sequence === null);
  return [
    ...drafts.map(({ id }) => `the draft ${id} has a number`),
    ...unnumbered.map(({ id }) => `the invoice ${id} has no number`),
    ...(gap < 0 ? [] : [`the ${gap + 1}th number is ${sequences[gap]}`]),
  ];
}

import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";

/**
 * Whether a draft can have changed since it was decided: by its usage, by the usage of drafts before it that count towards a
 * limit or a discount of an amount, or if it replaces a void invoice, by later bills.
 */
export function canHaveChanged(
  { subscriptionId, replacesInvoiceId }: Pick<InvoiceRow, "subscriptionId" | "replacesInvoiceId">,
  lines: readonly Pick<InvoiceLineRow, "usageThrough" | "explanation">[],
): boolean {
  return (
    subscriptionId !== null && (replacesInvoiceId !== null || lines.some((line) => isUsage(line) || looksBack(line)))
  );
}

function isUsage({ usageThrough }: Pick<InvoiceLineRow, "usageThrough">): boolean {
  return usageThrough !== null;
}

function looksBack({ explanation }: Pick<InvoiceLineRow, "explanation">): boolean {
  const basis = explanation?.basis;
  return basis?.kind === "adjustment" && basis.rule !== "percentage";
}

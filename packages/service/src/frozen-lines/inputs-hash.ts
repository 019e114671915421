import { hash } from "node:crypto";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";

/** SHA-256 over what a line is for and what its amount follows from: everything except the resulting figures. */
export function inputsHash(invoice: Pick<InvoiceRow, "accountId" | "currency">, line: InvoiceLineRow): string {
  return hash("sha256", canonicalJson(lineInputs(invoice, line)));
}

/** Members and their names are part of the hash: changing them changes the hash of every line. */
function lineInputs({ accountId, currency }: Pick<InvoiceRow, "accountId" | "currency">, line: InvoiceLineRow): object {
  const { conversionRate, conversion, usage, billedBefore, basis, counted, terms } = line.explanation;
  return {
    accountId,
    currency,
    subscriptionId: line.subscriptionId,
    versionId: line.versionId,
    priceId: line.priceId,
    productId: line.productId,
    kind: line.kind,
    adjustmentId: line.adjustmentId,
    description: line.description,
    groupName: line.groupName,
    unitLabel: line.unitLabel,
    usageGroup: line.usageGroup,
    usageThrough: line.usageThrough,
    countedOn: line.countedOn,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    servicePeriodStart: line.servicePeriodStart,
    servicePeriodEnd: line.servicePeriodEnd,
    proration: line.proration,
    conversionRate,
    // Lines from before this member existed have a hash without it.
    ...(conversion === undefined ? {} : { conversion }),
    usage,
    billedBefore,
    basis: basis ?? null,
    counted: counted ?? null,
    terms: terms ?? null,
  };
}

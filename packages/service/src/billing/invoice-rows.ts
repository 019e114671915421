import type { InvoiceDraft, InvoiceLineDraft } from "@counterfoil/engine";
import { describeLine, formatAmount, instantText, startOfContractDay } from "@counterfoil/engine";
import { INVOICE_NULLS, type InvoiceRow, type NewInvoiceLine, type OrganizationRow } from "@counterfoil/storage";
import type { Temporal } from "temporal-polyfill";
import { freezeLine } from "../frozen-lines/index.ts";
import type { DecidedInvoice } from "./billing-case.ts";
import type { LoadedContract } from "../contracts/index.ts";
import { dateText } from "../time.ts";

const MILLISECONDS_PER_HOUR = 3_600_000;

/** When the grace of something billed at an instant ends. */
export function graceEnd(from: string, { graceHours }: Pick<OrganizationRow, "graceHours">): string {
  return new Date(Date.parse(from) + graceHours * MILLISECONDS_PER_HOUR).toISOString();
}

interface DraftedInvoice {
  readonly id: string;
  readonly on: Temporal.PlainDate;
  readonly now: string;
}

/** The draft row of a decided invoice. Counterfoil issues it when its grace is over, or a user issues it (R-INV-2). */
export function toInvoiceRow(loaded: LoadedContract, draft: InvoiceDraft, { id, on, now }: DraftedInvoice): InvoiceRow {
  const { contract, subscription, organization } = loaded;
  const midnight = instantText(startOfContractDay(contract, on));
  // An invoice billed before its day, at the end of a contract, has its grace from now on.
  const billedAt = Date.parse(now) < Date.parse(midnight) ? now : midnight;
  const subtotal = formatAmount({ amount: draft.subtotal, currency: contract.currency });
  return {
    ...INVOICE_NULLS,
    id,
    accountId: subscription.accountId,
    subscriptionId: subscription.id,
    status: "draft",
    currency: contract.currency,
    description: subscription.name,
    periodStart: dateText(draft.period.start),
    periodEnd: dateText(draft.period.end),
    timezone: contract.timeZone,
    billingPeriodStart: instantText(startOfContractDay(contract, draft.period.start)),
    billingPeriodEnd: instantText(startOfContractDay(contract, draft.period.end)),
    billingDate: dateText(on),
    issuesAt: subscription.autoIssueInvoices ? graceEnd(billedAt, organization) : null,
    paymentTerms: subscription.invoicePaymentTerms,
    subtotal,
    tax: formatAmount({ amount: draft.subtotal.minus(draft.subtotal), currency: contract.currency }),
    total: subtotal,
    creditsApplied: "0",
    amountPaid: "0",
    purchaseOrderNumber: subscription.purchaseOrderNumber,
    buyerReference: subscription.buyerReference,
    testClockId: subscription.testClockId,
    createdAt: now,
    updatedAt: now,
  };
}

interface LineIds {
  readonly invoiceId: string;
  readonly nextId: (line: InvoiceLineDraft) => string;
}

/**
 * The rows of a decided invoice's lines. Decimals become text. The calculation is stored with the line, and for usage
 * also the sequence up to which it was counted.
 */
export function toLineRows(
  loaded: LoadedContract,
  { draft, usageThrough }: DecidedInvoice,
  { invoiceId, nextId }: LineIds,
  freeze: typeof freezeLine = freezeLine,
): NewInvoiceLine[] {
  const { contract, subscription } = loaded;
  return draft.lines.map((line, position) =>
    freeze(loaded, line, {
      id: nextId(line),
      invoiceId,
      position,
      subscriptionId: subscription.id,
      versionId: line.versionId,
      priceId: line.priceId,
      productId: line.productId,
      kind: line.kind,
      adjustmentId: line.adjustmentId,
      scopePriceIds: line.scopePriceIds ?? null,
      description: describeLine(line.text),
      groupName: line.groupName,
      usageGroup: line.usageGroup,
      usageThrough: line.explanation.usage === null ? null : usageThrough,
      countedOn: dateText(line.countedOn),
      countedInterval: line.countedInterval,
      periodStart: dateText(line.service.start),
      periodEnd: dateText(line.service.end),
      servicePeriodStart: instantText(startOfContractDay(contract, line.service.start)),
      servicePeriodEnd: instantText(startOfContractDay(contract, line.service.end)),
      quantity: line.quantity.toCanonical(),
      unitPrice: line.unitPrice?.toString() ?? null,
      unitLabel: line.unitLabel,
      amount: formatAmount({ amount: line.amount, currency: contract.currency }),
      proration: line.proration === null ? null : { ...line.proration },
    }),
  );
}

import { isCurrency } from "@counterfoil/engine";
import { type AccountRow, INVOICE_NULLS, type InvoiceRow, type OrganizationRow } from "@counterfoil/storage";
import { accountTimeZone } from "../../clocks/index.ts";
import { periodOf, totalsOf } from "../../invoices/index.ts";
import { localDay } from "../../time.ts";

/** An empty draft of a one-off invoice, billed on the account's current day. */
export function blankInvoice(
  { id, now }: { id: string; now: string },
  account: AccountRow,
  organization: OrganizationRow,
  currency: string,
): InvoiceRow {
  const timezone = accountTimeZone(account, organization);
  const billingDate = localDay(now, timezone);
  return {
    ...INVOICE_NULLS,
    id,
    accountId: account.id,
    status: "draft",
    currency,
    ...periodOf([], { billingDate, timezone }),
    timezone,
    billingDate,
    paymentTerms: organization.defaultPaymentTerms,
    ...totalsOf(isCurrency(currency) ? currency : organization.defaultCurrency, []),
    tax: "0",
    creditsApplied: "0",
    amountPaid: "0",
    testClockId: account.testClockId,
    createdAt: now,
    updatedAt: now,
  };
}

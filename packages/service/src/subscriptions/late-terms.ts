import type { SubscriptionRow } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { QUOTED_TERMS } from "./quoted-terms.ts";
import type { SubscriptionInput } from "./subscription-input.ts";

/** What may still be written once the contract is signed or runs: nothing that changes what is owed. */
const ALWAYS_WRITABLE: ReadonlySet<string> = new Set<keyof SubscriptionInput>([
  "name",
  "description",
  "purchaseOrderNumber",
  "buyerReference",
  "autoIssueInvoices",
  "autoPayInvoices",
  "sendInvoicesToCustomer",
  "sendReceiptsToCustomer",
  "invoicePaymentTerms",
  "invoiceMemoTemplate",
  "invoiceFooterText",
]);

/** Refuses what may not be written any more: what touches money once it is no draft, and what a quote shows until it runs (409). */
export function refuseLateTerms(subscription: Pick<SubscriptionRow, "status">, input: SubscriptionInput): void {
  if (subscription.status === "draft") return;
  const isQuoted = subscription.status === "sent" || subscription.status === "accepted";
  const late = Object.keys(input).filter(
    (member) => !ALWAYS_WRITABLE.has(member) || (isQuoted && QUOTED_TERMS.some((term) => term === member)),
  );
  if (late.length === 0) return;
  throw new DomainError(
    "state_conflict",
    `The subscription is ${subscription.status}; ${late.join(", ")} can only be written while it is a draft.`,
    late.map((member) => ({ pointer: `/${member}`, code: "not_a_draft", detail: `${member} is fixed by now.` })),
  );
}

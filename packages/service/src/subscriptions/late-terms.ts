import type { SubscriptionRow } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { QUOTED_TERMS } from "./quoted-terms.ts";
import type { SubscriptionInput } from "./subscription-input.ts";

/** The members that can still change once the contract is signed or active: none of them changes what is owed. */
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

/**
 * Rejects changes that are no longer allowed (409): members that affect money once it is not a draft, and members that
 * a quote shows until it is active.
 */
export function refuseLateTerms(subscription: Pick<SubscriptionRow, "status">, input: SubscriptionInput): void {
  if (subscription.status === "draft") return;
  const isQuoted = subscription.status === "sent" || subscription.status === "accepted";
  const late = Object.keys(input).filter(
    (member) => !ALWAYS_WRITABLE.has(member) || (isQuoted && QUOTED_TERMS.some((term) => term === member)),
  );
  if (late.length === 0) return;
  throw new DomainError(
    "state_conflict",
    `The subscription is ${subscription.status}. ${late.join(", ")} can be changed only while it is a draft.`,
    late.map((member) => ({ pointer: `/${member}`, code: "not_a_draft", detail: `${member} can no longer change.` })),
  );
}

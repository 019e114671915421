import type { OrganizationRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { type MailOccasion, queueMails } from "../../mails/index.ts";
import type { PartiesOf } from "./find-parties.ts";
import type { NumberedInvoice } from "./number-invoices.ts";

/** Queues the invoice mails to the customers (R-MAIL-1). */
export async function mailIssued(
  work: Work,
  organization: OrganizationRow,
  numbered: readonly NumberedInvoice[],
  partiesOf: PartiesOf,
): Promise<void> {
  const occasions = numbered.map(({ draft: { invoice }, issued }): MailOccasion => {
    const { account, subscription = null } = partiesOf(invoice);
    return { kind: "invoice", occasion: "issued", account, subscription, invoice: { ...invoice, ...issued } };
  });
  await queueMails(work, organization, occasions);
}

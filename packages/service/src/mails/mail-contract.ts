import { findAccountsById, getOrganization, type SubscriptionRow } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { type MailOccasion, queueMails } from "./queue-mail.ts";

/**
 * Writes to the customer of a contract: sends its quote, or the notification that it is active if the subscription has
 * that enabled.
 */
export async function mailContract(
  work: Work,
  subscription: SubscriptionRow,
  mail: Pick<MailOccasion, "kind" | "occasion" | "link">,
): Promise<void> {
  if (mail.kind === "activation" && !subscription.sendActivationEmail) return;
  const [account] = await findAccountsById(work.tx, [subscription.accountId]);
  if (account === undefined) throw new Error(`subscription ${subscription.id} has no account`);
  await queueMails(work, await getOrganization(work.tx), [{ ...mail, account, subscription }]);
}

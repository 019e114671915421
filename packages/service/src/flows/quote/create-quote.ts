import { findVersions } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import { type Context, transact } from "../../context.ts";
import { refuseFaults } from "../../errors/index.ts";
import { activateAndBill } from "../activate/index.ts";
import { makeDraft, missingForActivation, type Subscription, toSubscription } from "../../subscriptions/index.ts";

export interface QuoteCreation {
  /** ID of the plan that the quote is made from. */
  quoteTemplateId: string;
  /** ID or alias. */
  accountId: string;
  /** If true, activates the subscription at once. Otherwise it stays a draft that can be sent. */
  activate?: boolean;
}

/** Creates a subscription for an account from a plan, as clients of the described service do (R-API-10). */
export function createQuote(context: Context, input: QuoteCreation): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { quoteTemplateId, accountId, activate = false } = input;
    const terms = { accountId, planId: quoteTemplateId, quoteTemplateId };
    const draft = await makeDraft(transaction, terms, "quoteTemplateId");
    if (!activate) return toSubscription(draft, transaction.organizationId);
    const missing = missingForActivation(await findVersions(transaction.tx, [draft.id]));
    // In this call everything that a subscription sells comes from its plan.
    refuseFaults(missing.map((fault) => ({ ...fault, pointer: "/quoteTemplateId" })));
    const work = await onAccountClock(transaction, draft);
    const { subscription } = await activateAndBill(work, draft);
    return toSubscription(subscription, work.organizationId);
  });
}

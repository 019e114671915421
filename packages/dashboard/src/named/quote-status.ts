import type { Subscription, SubscriptionQuote } from "@counterfoil/sdk";

/** The status as shown: a draft whose quote was declined is `declined`, because the API has no such status. */
export function quoteStatus(
  { status }: Pick<Subscription, "status">,
  quote: SubscriptionQuote | null | undefined,
): string {
  return status === "draft" && (quote?.declines.length ?? 0) > 0 ? "declined" : status;
}

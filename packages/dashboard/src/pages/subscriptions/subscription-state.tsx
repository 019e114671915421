import type { Subscription, SubscriptionQuote } from "@counterfoil/sdk";
import { Badge, StatusBadge } from "../../design/badge.tsx";
import { quoteStatus } from "../../named/quote-status.ts";
import { ContractDay } from "../../named/contract-day.tsx";

/** The status of a subscription, and its next change of status. */
export function SubscriptionState({
  subscription,
  quote,
  now,
}: {
  readonly subscription: Subscription;
  /** Its quote, if it is known. */
  readonly quote?: SubscriptionQuote | null | undefined;
  readonly now: string;
}) {
  const { accountId, status, pausedAt, resumesAt, cancelsAt, contractStartDate } = subscription;
  const isPaused = status === "active" && pausedAt !== null && pausedAt <= now;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StatusBadge status={isPaused ? "paused" : quoteStatus(subscription, quote)} />
      {status === "active" && contractStartDate > now && (
        <Badge tone="note">
          Starts <ContractDay accountId={accountId} instant={contractStartDate} />
        </Badge>
      )}
      {status === "active" && pausedAt !== null && !isPaused && (
        <Badge tone="warn">
          Pauses <ContractDay accountId={accountId} instant={pausedAt} />
        </Badge>
      )}
      {isPaused && resumesAt !== null && (
        <Badge tone="note">
          Resumes <ContractDay accountId={accountId} instant={resumesAt} />
        </Badge>
      )}
      {status === "active" && cancelsAt !== null && (
        <Badge tone="warn">
          Ends <ContractDay accountId={accountId} instant={cancelsAt} />
        </Badge>
      )}
    </span>
  );
}

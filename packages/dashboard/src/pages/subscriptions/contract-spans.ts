import type { Notification, Subscription, SubscriptionVersion } from "@counterfoil/sdk";

/** A span of time in milliseconds since 1970. `to` is null if no end is agreed. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** A contract on the time axis. */
export interface ContractSpan extends Span {
  readonly versions: readonly (Span & { readonly id: string; readonly name: string })[];
  readonly pauses: readonly Span[];
}

type Dated = Pick<
  Subscription,
  | "contractStartDate"
  | "contractEndDate"
  | "autoRenew"
  | "endedAt"
  | "cancelsAt"
  | "pausedAt"
  | "resumesAt"
  | "canceledAt"
  | "completedAt"
>;
type DatedVersion = Pick<SubscriptionVersion, "id" | "startDate" | "status" | "changeDescription">;
type Happened = Pick<Notification, "type" | "timestamp" | "data">;

/**
 * A contract that renews has no end, and a canceled contract ends on its cancellation date. Past pauses are read from
 * notifications, a current or future pause from the subscription.
 */
export function contractSpan(
  subscription: Dated,
  versions: readonly DatedVersion[],
  happened: readonly Happened[],
): ContractSpan {
  const from = instant(subscription.contractStartDate) ?? 0;
  const end = subscription.endedAt ?? subscription.canceledAt ?? subscription.completedAt ?? subscription.cancelsAt;
  const to = instant(end) ?? (subscription.autoRenew ? null : instant(subscription.contractEndDate));
  const published = versions
    .filter(({ status, startDate }) => status !== "draft" && startDate !== null)
    .toSorted((one, other) => (instant(one.startDate) ?? 0) - (instant(other.startDate) ?? 0));
  return {
    from,
    to,
    versions: published.map(({ id, startDate, changeDescription }, index) => ({
      id,
      name: changeDescription ?? (index === 0 ? "First version" : `Version ${index + 1}`),
      from: instant(startDate) ?? from,
      to: instant(published[index + 1]?.startDate) ?? to,
    })),
    pauses: pausesOf(subscription, happened),
  };
}

function pausesOf({ pausedAt, resumesAt }: Dated, happened: readonly Happened[]): Span[] {
  const over: Span[] = [];
  let since: number | null = null;
  for (const { type, timestamp, data } of happened) {
    if (type === "subscription.paused") {
      since = instant(typeof data["pausedAt"] === "string" ? data["pausedAt"] : timestamp);
    } else if (type === "subscription.resumed" && since !== null) {
      over.push({ from: since, to: instant(timestamp) });
      since = null;
    }
  }
  const current = instant(pausedAt);
  return current === null ? over : [...over, { from: current, to: instant(resumesAt) }];
}

function instant(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : new Date(text).getTime();
}

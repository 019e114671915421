import { useQuery } from "@tanstack/react-query";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import { toLength } from "../../format/amount.ts";
import { accountQueries } from "./account-queries.ts";

/** What the account's subscriptions let it use, and how much of it is used. */
export function AccountEntitlements({ accountId }: { readonly accountId: string }) {
  const { data, error, refetch } = useQuery(accountQueries.entitlements(accountId));
  return (
    <Card title="Entitlements" note="What the customer can use across all subscriptions.">
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-24" />
      ) : data.entitlements.length === 0 ? (
        <p className="text-sm text-muted">No entitlements. Add features to a plan or subscription to grant them.</p>
      ) : (
        <ul className="flex flex-col">
          {data.entitlements.map(({ featureKey, name, type, allowed, limit, unlimited, used, overage, resetsAt }) => (
            <li key={featureKey} className="border-b border-line py-2 last:border-0">
              <div className="flex items-center justify-between gap-3 text-sm">
                <span className="min-w-0">
                  {name} <code className="text-xs text-muted">{featureKey}</code>
                </span>
                {type === "boolean" || unlimited ? (
                  <Badge tone={allowed ? "good" : "neutral"}>{unlimited ? "Unlimited" : allowed ? "On" : "Off"}</Badge>
                ) : (
                  <span className="figures text-right">
                    <Quantity quantity={used ?? "0"} /> of <Quantity quantity={limit ?? "0"} />
                  </span>
                )}
              </div>
              {type === "quantity" && limit !== null && (
                <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-sm bg-sunken">
                  <div
                    className={overage !== null && toLength(overage) > 0 ? "h-full bg-bad" : "h-full bg-chart-1"}
                    style={{
                      width: `${Math.min(100, (toLength(used ?? "0") / Math.max(1e-9, toLength(limit))) * 100)}%`,
                    }}
                  />
                </div>
              )}
              {resetsAt !== null && (
                <p className="mt-1 text-xs text-muted">
                  Resets on <Day instant={resetsAt} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

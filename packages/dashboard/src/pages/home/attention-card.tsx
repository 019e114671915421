import { pageAt } from "../../routing/page-at.ts";
import type { AttentionItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Ago } from "../../design/when.tsx";
import { AttentionAction } from "./attention-action.tsx";
import { ATTENTION_KINDS, detailText, placeOf } from "./attention-kinds.ts";
import { insightQueries } from "./insight-queries.ts";

/** What needs attention: for each kind the count, and the three items that have waited longest. */
export function AttentionCard() {
  const { data, error, refetch } = useQuery(insightQueries.attention);
  const kinds = data?.counts.filter((one) => one.count > 0) ?? [];
  return (
    <Card title="Needs attention">
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : kinds.length === 0 ? (
        <p className="flex items-center gap-2 py-6 text-sm text-muted">
          <CircleCheck aria-hidden className="size-5 text-good" />
          You’re all caught up
        </p>
      ) : (
        <div className="flex flex-col gap-5">
          {kinds.map(({ kind, count }) => {
            const { name, tone } = ATTENTION_KINDS[kind];
            const items = data.items.filter((item) => item.kind === kind);
            return (
              <section key={kind} aria-label={name}>
                <header className="mb-1 flex items-center gap-2">
                  <h3 className="text-sm font-medium">{name}</h3>
                  <Badge tone={tone}>{count.toLocaleString()}</Badge>
                  {count > items.length && (
                    <Link
                      {...pageAt("/attention", { kind })}
                      aria-label={`See all: ${name}`}
                      className="ml-auto text-sm text-accent hover:underline"
                    >
                      See all
                    </Link>
                  )}
                </header>
                <ul>
                  {items.map((item) => (
                    <Item key={`${item.objectId} ${item.detail}`} item={item} />
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
      )}
    </Card>
  );
}

function Item({ item }: { readonly item: AttentionItem }) {
  const { kind, name, detail, amount, currency, since, objectId } = item;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <Link {...placeOf(item)} className="block truncate text-sm hover:underline">
          {name ?? objectId}
        </Link>
        <div className="truncate text-xs text-muted">
          {detail === null ? <Ago instant={since} /> : detailText(kind, detail)}
        </div>
      </div>
      {amount !== null && currency !== null && (
        <span className="text-sm">
          <Money amount={amount} currency={currency} />
        </span>
      )}
      <AttentionAction item={item} />
    </li>
  );
}

import type { Account, Credit, SpendLimit } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty, FailureLine, Skeleton } from "../../design/states.tsx";
import { formatMoney, toLength } from "../../format/amount.ts";
import { useMetrics } from "../../named/metrics.ts";
import { useMay } from "../../server/session.ts";
import { useProducts } from "../catalogue/queries.ts";
import { accountQueries } from "./account-queries.ts";
import { SpendLimitDialog } from "./spend-limit-dialog.tsx";

/** What usage of the account may cost in a billing period, with what was spent and held so far. */
export function SpendLimits({ account }: { readonly account: Account }) {
  const { data: limits, error } = useQuery(accountQueries.spendLimits(account.id));
  const { data: credit } = useQuery(accountQueries.credit(account.id));
  const [opened, setOpened] = useState<SpendLimit | "new" | null>(null);
  const nameOf = useScopeNames();
  const mayWrite = useMay("write");
  const create = mayWrite && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened("new")}>
      New limit
    </Button>
  );
  return (
    <Card
      title="Spend limits"
      note="What usage may cost in a billing period, with tax"
      actions={limits !== undefined && limits.length > 0 && create}
    >
      <FailureLine error={error} />
      {limits === undefined && error === null && <Skeleton className="h-16" />}
      {limits?.length === 0 && (
        <Empty title="No spend limits" action={create}>
          A limit notifies you when usage reaches a percentage of an amount. A hard limit also refuses checks and holds.
        </Empty>
      )}
      <ul>
        {limits?.map((limit) => (
          <li key={limit.id} className="border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
            <LimitRow
              limit={limit}
              use={credit?.spendLimits.find(({ id }) => id === limit.id)}
              name={nameOf(limit)}
              onOpen={mayWrite ? () => setOpened(limit) : undefined}
            />
          </li>
        ))}
      </ul>
      {opened !== null && (
        <SpendLimitDialog
          account={account}
          limit={opened === "new" ? null : opened}
          name={opened === "new" ? "" : nameOf(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  );
}

/** The name of what a limit counts. */
function useScopeNames(): (limit: SpendLimit) => string {
  const metrics = useMetrics();
  const products = useProducts();
  return ({ metricId, productId }) => {
    const named = [...metrics, ...products].find(({ id }) => id === (metricId ?? productId));
    return named?.name ?? metricId ?? productId ?? "All usage";
  };
}

interface LimitRowProps {
  readonly limit: SpendLimit;
  /** What was spent and held. Undefined if the limit is off, or not known yet. */
  readonly use: Credit["spendLimits"][number] | undefined;
  readonly name: string;
  readonly onOpen: (() => void) | undefined;
}

function LimitRow({ limit: { amount, currency, enforcement, active }, use, name, onOpen }: LimitRowProps) {
  const money = (value: string) => formatMoney(value, currency);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge tone={active ? (enforcement === "hard" ? "accent" : "neutral") : "warn"}>
            {active ? (enforcement === "hard" ? "Hard" : "Soft") : "Off"}
          </Badge>
        </span>
        {onOpen !== undefined && (
          <Button kind="quiet" onClick={onOpen} aria-label={`Edit the limit of ${name}`}>
            Edit
          </Button>
        )}
      </div>
      {use !== undefined && <UseBar use={use} />}
      <p className="figures text-muted">
        {use === undefined
          ? money(amount)
          : `${money(use.spent)} spent, ${money(use.held)} held, ${money(use.remaining)} left of ${money(amount)}`}
      </p>
    </div>
  );
}

/** How much of the limit is spent and held. The line below has the figures. */
function UseBar({ use: { amount, spent, held } }: { readonly use: Credit["spendLimits"][number] }) {
  const whole = toLength(amount);
  const ofSpent = Math.min(1, toLength(spent) / whole);
  const ofHeld = Math.min(1 - ofSpent, toLength(held) / whole);
  return (
    <span aria-hidden className="flex h-2 overflow-hidden rounded-full bg-sunken">
      <span className={ofSpent >= 1 ? "bg-bad" : "bg-chart-1"} style={{ width: `${ofSpent * 100}%` }} />
      <span className="bg-chart-3" style={{ width: `${ofHeld * 100}%` }} />
    </span>
  );
}

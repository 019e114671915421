import type { Account, SpendLimit } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty, FailureLine, Skeleton } from "../../design/states.tsx";
import { useMetrics } from "../../named/metrics.ts";
import { useMay } from "../../server/session.ts";
import { useProducts } from "../catalogue/queries.ts";
import { accountQueries } from "./account-queries.ts";
import { LimitRow } from "./limit-row.tsx";
import { LimitsAbove } from "./limits-above.tsx";
import { SpendLimitDialog } from "./spend-limit-dialog.tsx";

/** What usage of the account may cost in a billing period, with what was spent and held so far. */
export function SpendLimits({ account }: { readonly account: Account }) {
  const { data: limits, error } = useQuery(accountQueries.spendLimits(account.id));
  const { data: credit } = useQuery(accountQueries.credit(account.id));
  const above = credit?.spendLimits.filter(({ accountId }) => accountId !== account.id) ?? [];
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
              action={
                mayWrite && (
                  <Button
                    kind="quiet"
                    onClick={() => setOpened(limit)}
                    aria-label={`Edit the ${limit.appliesTo === "family" ? "family limit" : "limit"} of ${nameOf(limit)}`}
                  >
                    Edit
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ul>
      {limits !== undefined && above.length > 0 && (
        <LimitsAbove accountId={account.id} limits={above} nameOf={nameOf} />
      )}
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
function useScopeNames(): (limit: Pick<SpendLimit, "metricId" | "productId">) => string {
  const metrics = useMetrics();
  const products = useProducts();
  return ({ metricId, productId }) => {
    const named = [...metrics, ...products].find(({ id }) => id === (metricId ?? productId));
    return named?.name ?? metricId ?? productId ?? "All usage";
  };
}

import type { Metric, MetricUsage } from "@counterfoil/sdk";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { useAccountNames } from "../../named/account-name.tsx";
import type { ExplorerChoice } from "./explorer-choice.ts";
import { topAccountsQuery } from "./usage-queries.ts";
import { accountSeries, groupSeries, type Series } from "./series.ts";

interface Usage {
  readonly series: readonly Series[];
  /** With one account: the total, as the server measured it. */
  readonly whole: MetricUsage | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Measures the requested usage: of one account, by a property if one is chosen, or of several accounts side by side.
 */
export function useUsage(
  metric: Metric | undefined,
  accountIds: readonly string[],
  { from, to, window, groupBy }: ExplorerChoice,
  timezone: string,
): Usage {
  const isSingle = accountIds.length === 1;
  const property = isSingle ? groupBy : undefined;
  const names = useAccountNames(accountIds);
  const reads = useQueries({
    queries: accountIds.map((account) => ({
      ...asked((api, signal) =>
        api.metrics.getUsage(
          metric?.id ?? "",
          { account, from, to, window, timezone, ...(property !== undefined && { groupBy: property }) },
          { signal },
        ),
      ),

      enabled: metric !== undefined,
      placeholderData: keepPreviousData,
    })),
  });
  const usages = reads.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const [whole] = usages;
  return {
    series: property !== undefined && whole !== undefined ? groupSeries(whole, property) : accountSeries(usages, names),
    whole: isSingle ? whole : undefined,
    isPending: reads.some(({ isPending }) => isPending),
    isFetching: reads.some(({ isFetching }) => isFetching),
    error: reads.find(({ error }) => error !== null)?.error ?? null,
    retry: () => reads.forEach((read) => void read.refetch()),
  };
}

export const TOP_ACCOUNTS = 5;

/** By default the accounts with the most revenue are compared. */
export function useTopAccounts(isWanted: boolean) {
  const { data, isPending, error } = useQuery({ ...topAccountsQuery, enabled: isWanted });
  return { ids: [...new Set(data?.items.map(({ accountId }) => accountId))].slice(0, TOP_ACCOUNTS), isPending, error };
}

/** The properties in recent events of the metric, by which it can be split. */
export function useProperties(metric: Metric | undefined): readonly string[] {
  const { data } = useQuery({
    ...asked((api, signal) => api.events.list({ eventName: metric?.eventName, limit: 25, order: "desc" }, { signal })),
    enabled: metric !== undefined,
    staleTime: 300_000,
  });
  const seen = (data?.items ?? []).flatMap(({ properties }) => Object.keys(properties));
  return [...new Set([...(metric?.groupBy ?? []), ...seen])].toSorted();
}

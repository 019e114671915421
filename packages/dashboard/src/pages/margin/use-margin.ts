import { useQuery } from "@tanstack/react-query";
import { useMetrics } from "../../named/metrics.ts";
import { useAddress } from "../../routing/address.ts";
import { usePeriod } from "../home/use-period.ts";
import { knownProperties } from "./margin-group.ts";
import { costPricesQuery, marginQuery } from "./margin-queries.ts";

/** The figures that the address asks for. */
export function useMargin() {
  const [search] = useAddress("/insights/margin");
  const { range } = usePeriod();
  const metrics = useMetrics();
  const costPrices = useQuery(costPricesQuery);
  const known = knownProperties(metrics, costPrices.data ?? []);
  const { group: groupBy = "account", accountId, metric: metricId, running } = search;
  const property = groupBy === "property" ? (search.property ?? known[0]) : undefined;
  const margin = useQuery({
    ...marginQuery({ ...range, groupBy, property, accountId, metricId, running }),
    // Which property is the first is known with the cost prices.
    enabled: groupBy !== "property" || search.property !== undefined || !costPrices.isPending,
  });
  return { margin, groupBy, property, known, metrics, hasCostPrices: costPrices.data?.length !== 0 };
}

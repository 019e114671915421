import { useQuery } from "@tanstack/react-query";
import { client } from "../../../app/client.ts";
import { Money, Quantity } from "../../../design/money.tsx";

interface AmountOfGrantProps {
  readonly amount: string;
  readonly currency: string | null;
  readonly metricId: string | null;
}

const FIVE_MINUTES = 300_000;

/** Every metric of the organization: there are few. */
export const metricsQuery = {
  queryKey: ["metrics", "all"],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.metrics.list({ limit: 100, sort: "name:asc" }, { signal }).all(),
  staleTime: FIVE_MINUTES,
};

/** Money, or units of a metric. */
export function AmountOfGrant({ amount, currency, metricId }: AmountOfGrantProps) {
  const { data: metrics = [] } = useQuery({ ...metricsQuery, enabled: metricId !== null });
  if (currency !== null) return <Money amount={amount} currency={currency} />;
  return (
    <>
      <Quantity quantity={amount} />{" "}
      <span className="text-muted">{metrics.find(({ id }) => id === metricId)?.name ?? "units"}</span>
    </>
  );
}

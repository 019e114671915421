import { useQuery } from "@tanstack/react-query";
import { Money, Quantity } from "../../../design/money.tsx";
import { metricsQuery } from "../../../named/metrics.ts";

interface AmountOfGrantProps {
  readonly amount: string;
  readonly currency: string | null;
  readonly metricId: string | null;
}

/** An amount of money, or units of a metric. */
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

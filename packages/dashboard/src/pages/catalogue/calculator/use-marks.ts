import { useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { systemNow } from "../../../format/clock.ts";
import { useOrganization } from "../../../server/session.ts";
import { formatMonth, toDay } from "../../../format/dates.ts";
import type { Mark } from "./price-chart.tsx";

/** An account's usage of a metric in this month and the two before. */
export function useMarks(
  account: string | undefined,
  name: string | undefined,
  metricId: string | undefined,
): readonly Mark[] {
  const { timezone } = useOrganization();
  const today = toDay(systemNow(), timezone);
  const { data } = useQuery({
    ...asked((api, signal) =>
      api.metrics.getUsage(
        metricId ?? "",
        { account: account ?? "", from: monthsBefore(today, 2), to: monthsBefore(today, -1), window: "month" },
        { signal },
      ),
    ),
    enabled: account !== undefined && metricId !== undefined,
  });
  return (data?.windows ?? []).map(({ from, quantity }) => {
    const month = formatMonth(toDay(from, timezone));
    return { key: from, quantity, text: `${name ?? ""} ${month}`.trim() };
  });
}

function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

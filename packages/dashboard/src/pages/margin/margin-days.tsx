import type { Margin } from "@counterfoil/sdk";
import { BarChart } from "../../charts/bar-chart.tsx";
import { Legend } from "../../charts/legend.tsx";
import { TipLines } from "../../charts/month-chart.tsx";
import { Card } from "../../design/card.tsx";
import { formatMoneyRounded, formatMoneyShort } from "../../format/amount.ts";
import { formatDate } from "../../format/dates.ts";
import { MARGIN_COLORS } from "./margin-bars.tsx";

/** Revenue against cost, day by day. */
export function MarginDays({ items, currency }: Pick<Margin, "items" | "currency">) {
  // The numbers of the days of one month, or else whole dates, which need more room.
  const isLong = items.length > 31;
  const money = (amount: string | null) => (amount === null ? "–" : formatMoneyRounded(amount, currency));
  return (
    <Card title="Revenue and cost by day" className="mb-4">
      <Legend items={MARGIN_COLORS} />
      <BarChart
        label={`Revenue and cost by day in ${currency}`}
        unit={currency}
        height={220}
        room={isLong ? 88 : undefined}
        format={(value) => formatMoneyShort(String(value), currency)}
        bars={items.flatMap(({ key, revenue, cost, margin }) =>
          key === null
            ? []
            : [
                {
                  key,
                  text: isLong ? formatDate(key) : String(Number(key.slice(8))),
                  value: revenue ?? "0",
                  inner: cost ?? "0",
                  tip: (
                    <>
                      <div className="mb-1 font-medium">{formatDate(key)}</div>
                      <TipLines
                        lines={[
                          ["Revenue", money(revenue)],
                          ["Cost", money(cost)],
                          ["Margin", money(margin)],
                        ]}
                      />
                    </>
                  ),
                },
              ],
        )}
      />
    </Card>
  );
}

import type { Margin } from "@counterfoil/sdk";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { formatPercent } from "../../format/amount.ts";
import { formatDays } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { RateNote } from "../home/reported-total.tsx";
import { MarginAmount } from "./margin-amount.tsx";
import { isLoss, MARGIN_GROUPS } from "./margin-group.ts";

/** The figures of the period, and the exchange rates behind them. */
export function MarginTotals({ margin }: { readonly margin: Margin }) {
  const { totals, currency, items, groupBy, rates, missing } = margin;
  const amount = (value: string | null) => <MarginAmount amount={value} currency={currency} />;
  return (
    <Card title={formatDays(margin.from, margin.to)} className="mb-4">
      <Figures>
        <Figure
          name="Revenue"
          value={amount(totals.revenue)}
          note={<>{amount(totals.runningRevenue)} not invoiced</>}
        />
        <Figure name="Cost" value={amount(totals.cost)} note="Of usage" />
        <Figure name="Margin" value={amount(totals.margin)} note="Revenue minus cost" />
        <Figure
          name="Percent"
          value={totals.marginPercent === null ? "–" : formatPercent(totals.marginPercent)}
          note="Of revenue"
        />
        <Figure
          name="Losing money"
          value={items.filter(isLoss).length.toLocaleString()}
          note={`Of ${count(items.length, MARGIN_GROUPS[groupBy].noun)}`}
        />
      </Figures>
      {rates.length + missing.length > 0 && (
        <div className="mt-3 border-t border-line pt-2 text-xs text-muted">
          {missing.length > 0 && <p>Amounts that need a missing exchange rate are shown as –.</p>}
          <RateNote currency={currency} rates={rates} missing={missing} />
        </div>
      )}
    </Card>
  );
}

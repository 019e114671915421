import type { RetentionItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "../../design/card.tsx";
import { Segments } from "../../design/segments.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent, toLength } from "../../format/amount.ts";
import { formatMonth } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import type { CardProps } from "./card-props.ts";
import { monthQueries } from "./insight-queries.ts";

const SHARES = [
  ["mrrShare", "MRR"],
  ["accountShare", "Accounts"],
] as const;
type Share = (typeof SHARES)[number][0];

/** What remains of the accounts that first paid in the same month: a row for each month, a column for each month since. */
export function RetentionCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(monthQueries.retention(range));
  const [share, setShare] = useState<Share>("mrrShare");
  const cohorts = data?.items.filter((item) => item.currency === currency) ?? [];
  const columns = Math.max(0, ...cohorts.map(({ months }) => months.length));
  return (
    <Card
      title="Retention by cohort"
      note={`Accounts by the month of their first recurring revenue in ${currency}, at the end of each month since.`}
      actions={
        <Segments
          label="Share"
          options={SHARES}
          chosen={share}
          onChoose={(chosen) => setShare(chosen === "accountShare" ? chosen : "mrrShare")}
        />
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72" />
      ) : cohorts.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">No new accounts in {currency} in these months.</p>
      ) : (
        <div tabIndex={0} role="group" aria-label="Retention by cohort" className="relative overflow-x-auto">
          <table className="w-full border-separate border-spacing-0.5 text-xs">
            <thead className="text-muted">
              <tr>
                <th scope="col" className="px-1 text-left font-normal">
                  Month
                </th>
                <th scope="col" className="px-1 text-right font-normal">
                  {share === "mrrShare" ? "MRR" : "Accounts"}
                </th>
                {Array.from({ length: columns }, (_, age) => (
                  <th key={age} scope="col" className="min-w-11 text-center font-normal">
                    {age === 0 ? "Start" : `+${age}`}
                    {age > 0 && <span className="sr-only"> months</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <CohortRow key={cohort.month} cohort={cohort} share={share} columns={columns} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

interface CohortRowProps {
  readonly cohort: RetentionItem;
  readonly share: Share;
  readonly columns: number;
}

function CohortRow({ cohort, share, columns }: CohortRowProps) {
  const { currency, month, accounts, mrr, months } = cohort;
  return (
    <tr>
      <th scope="row" className="px-1 py-1.5 text-left font-normal whitespace-nowrap">
        {formatMonth(month)}
      </th>
      <td className="figures px-1 text-right whitespace-nowrap text-muted">
        {share === "mrrShare" ? formatMoney(mrr, currency) : accounts.toLocaleString()}
      </td>
      {months.map((of) => (
        <td
          key={of.month}
          title={`${formatMonth(of.month)}: ${shareOf(of[share])}, ${count(of.accounts, "account")}, ${formatMoney(of.mrr, currency)}`}
          className="figures rounded-sm py-1.5 text-center"
          style={{ backgroundColor: heatOf(of[share]) }}
        >
          {shareOf(of[share] === null ? null : toLength(of[share]).toFixed(0))}
        </td>
      ))}
      {months.length < columns && <td aria-label="No data yet" colSpan={columns - months.length} />}
    </tr>
  );
}

/** Cells have room for whole percent. Their titles are exact. */
function shareOf(percent: string | null): string {
  return percent === null ? "–" : formatPercent(percent);
}

/** The strongest color still leaves the text readable in both themes. */
const STRONGEST = 38;

/** Stronger for a larger share. */
function heatOf(share: string | null): string {
  const strength = (Math.max(0, Math.min(100, toLength(share ?? "0"))) / 100) * STRONGEST;
  return `color-mix(in srgb, var(--color-chart-1) ${strength.toFixed(0)}%, var(--color-surface))`;
}

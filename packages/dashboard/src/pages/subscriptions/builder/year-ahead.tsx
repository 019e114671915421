import type { PreviewSubscriptionResult } from "@counterfoil/sdk";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { ValueAxis } from "../../../charts/axis.tsx";
import { MonthChart } from "../../../charts/month-chart.tsx";
import { scaleLinear } from "../../../charts/scale.ts";
import { classes } from "../../../design/classes.ts";
import { Money } from "../../../design/money.tsx";
import { formatMoney, formatMoneyShort, isZero, toLength } from "../../../format/amount.ts";
import { formatDate, formatMonth } from "../../../format/dates.ts";
import { count } from "../../../format/words.ts";
import { InvoiceLines } from "../invoice-lines.tsx";

const SHOWN_AT_FIRST = 4;

/** The server's preview of billing: by month as bars, and invoice by invoice. */
export function YearAhead({ preview }: { readonly preview: PreviewSubscriptionResult }) {
  const { invoices, byMonth, total, currency, until } = preview;
  const [opened, setOpened] = useState<number | null>(0);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? invoices : invoices.slice(0, SHOWN_AT_FIRST);
  // The last month is incomplete. Without an invoice it would look as if billing ended.
  const months = isZero(byMonth.at(-1)?.total ?? "0") ? byMonth.slice(0, -1) : byMonth;
  const lengths = months.map((month) => toLength(month.total));
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="text-sm text-muted">
          {count(invoices.length, "invoice")} before {formatDate(until)}
        </span>
        <span className="text-xl font-semibold tracking-tight">
          <Money amount={total} currency={currency} />
        </span>
      </p>
      <MonthChart
        label={`Preview of monthly billing in ${currency}`}
        height={150}
        marks={months.map((month) => ({
          month: month.month,
          words: formatMoney(month.total, currency),
          tip: <span className="figures">{formatMoney(month.total, currency)}</span>,
          onChoose: () => {
            const index = invoices.findIndex(({ date }) => date.startsWith(month.month));
            if (index < 0) return;
            setWhole(index >= SHOWN_AT_FIRST || isWhole);
            setOpened(index);
          },
        }))}
        table={
          <ul>
            {months.map((month) => (
              <li key={month.month}>
                {formatMonth(month.month)}: {formatMoney(month.total, currency)}
              </li>
            ))}
          </ul>
        }
      >
        {(box, x) => {
          const y = scaleLinear([Math.min(0, ...lengths), Math.max(1, ...lengths)], [box.bottom, box.top], 3);
          return (
            <>
              <ValueAxis
                box={box}
                ticks={y.ticks}
                place={y}
                format={(value) => formatMoneyShort(String(value), currency)}
              />
              {months.map((month, index) => {
                const length = lengths[index] ?? 0;
                return (
                  <rect
                    key={month.month}
                    x={x(month.month)}
                    width={x.width}
                    y={y(Math.max(0, length))}
                    height={Math.abs(y(0) - y(length))}
                    rx={1.5}
                    className="fill-chart-1"
                  />
                );
              })}
            </>
          );
        }}
      </MonthChart>
      <ol className="rounded-md border border-line">
        {shown.map((invoice, index) => (
          <li key={`${invoice.date} ${index}`} className="border-b border-line last:border-0">
            <button
              type="button"
              aria-expanded={opened === index}
              onClick={() => setOpened(opened === index ? null : index)}
              className="flex w-full items-center gap-2 px-3 py-2.5 text-left text-sm hover:bg-sunken"
            >
              <ChevronDown
                aria-hidden
                className={classes("size-4 text-muted transition-transform", opened !== index && "-rotate-90")}
              />
              <span className="figures flex-1">
                {formatDate(invoice.date)}
                <span className="ml-2 text-muted">{count(invoice.lines.length, "line")}</span>
              </span>
              <Money amount={invoice.total} currency={currency} />
            </button>
            {opened === index && (
              <div className="px-3 pb-3 sm:pl-9">
                <InvoiceLines
                  currency={currency}
                  lines={invoice.lines}
                  taxes={invoice.taxes}
                  subtotal={invoice.subtotal}
                  linesTotal={invoice.linesTotal}
                  total={invoice.total}
                />
              </div>
            )}
          </li>
        ))}
        {invoices.length === 0 && <li className="p-3 text-sm text-muted">No charges in this period.</li>}
      </ol>
      {invoices.length > SHOWN_AT_FIRST && (
        <button
          type="button"
          className="self-start text-sm text-accent hover:underline"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show first invoice only" : `Show all ${invoices.length} invoices`}
        </button>
      )}
    </div>
  );
}

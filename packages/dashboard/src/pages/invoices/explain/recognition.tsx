import { pageAt } from "../../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BarChart } from "../../../charts/bar-chart.tsx";
import { asked } from "../../../server/asked.ts";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import { Money } from "../../../design/money.tsx";
import { formatMoney, formatMoneyShort } from "../../../format/amount.ts";
import { formatDate, formatMonth, formatMonthShort } from "../../../format/dates.ts";
import { ExplainPart } from "./explain-part.tsx";

interface RecognitionProps {
  readonly invoiceId: string;
  readonly lineId: string;
}

/** The months in which the line becomes revenue. Future months are pale. */
export function Recognition({ invoiceId, lineId }: RecognitionProps) {
  const { data, error } = useQuery({
    ...asked((api, signal) => api.invoices.getLineRecognition(invoiceId, lineId, { signal })),
  });
  return (
    <ExplainPart
      title="Revenue recognition"
      note={
        data !== undefined && (
          <>
            <Money amount={data.recognized} currency={data.currency} /> recognized,{" "}
            <Money amount={data.deferred} currency={data.currency} /> deferred.{" "}
            <Link {...pageAt("/journal", { object: lineId })} className="text-accent underline">
              Journal entries
            </Link>
          </>
        )
      }
    >
      <FailureLine error={error} />
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data !== undefined && data.months.length > 0 && (
        <BarChart
          label="Line revenue by month"
          unit={data.currency}
          height={140}
          format={(value) => formatMoneyShort(String(value), data.currency)}
          bars={data.months.map(({ month, day, amount, isRecognized }) => ({
            key: `${month} ${day}`,
            text: formatMonthShort(month),
            value: amount,
            isPale: !isRecognized,
            tip: (
              <>
                <div className="font-medium">{formatMonth(month)}</div>
                <div className="figures">{formatMoney(amount, data.currency)}</div>
                <div className="text-muted">
                  {isRecognized ? "recognised" : "Upcoming"} on {formatDate(day)}
                </div>
              </>
            ),
          }))}
        />
      )}
    </ExplainPart>
  );
}

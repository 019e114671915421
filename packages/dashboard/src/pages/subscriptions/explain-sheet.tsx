import { useQuery } from "@tanstack/react-query";
import { LabelAxis, ValueAxis } from "../../charts/axis.tsx";
import { Chart } from "../../charts/chart.tsx";
import { scaleBand, scaleLinear } from "../../charts/scale.ts";
import { asked } from "../../server/asked.ts";
import { Dialog } from "../../design/dialog.tsx";
import { Quantity } from "../../design/money.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatQuantity, formatQuantityShort, toLength } from "../../format/amount.ts";
import { formatDate, formatServicePeriod } from "../../format/dates.ts";
import { Steps } from "../invoices/explain/steps.tsx";

interface ExplainSheetProps {
  readonly subscriptionId: string;
  /** The index of the line on the next invoice, from 0. */
  readonly position: number;
  readonly onClose: () => void;
}

/** Explains a line of the next invoice: the usage by day, and the calculation step by step. */
export function ExplainSheet({ subscriptionId, position, onClose }: ExplainSheetProps) {
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) =>
      api.subscriptions.explainUpcomingInvoiceLine(subscriptionId, String(position), { signal }),
    ),
  });
  return (
    <Dialog
      title={data?.description ?? "Line"}
      note={data && `${formatServicePeriod(data.servicePeriod)}, to date`}
      isOpen
      onClose={onClose}
      place="side"
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <div className="flex flex-col gap-6">
          {data.usage?.metrics.map(({ id, name, quantity, eventCount, days }) => (
            <section key={id}>
              <h3 className="text-sm font-medium">{name}</h3>
              <p className="mb-2 text-sm text-muted">
                <Quantity quantity={quantity} /> from {eventCount.toLocaleString()} events
              </p>
              <UsageByDay name={name} days={days} />
            </section>
          ))}
          <section>
            <h3 className="mb-2 text-sm font-medium">Calculation</h3>
            <Steps explained={data} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

interface Day {
  readonly date: string;
  readonly quantity: string;
}

function UsageByDay({ name, days }: { readonly name: string; readonly days: readonly Day[] }) {
  const longest = Math.max(1e-12, ...days.map(({ quantity }) => toLength(quantity)));
  return (
    <Chart
      label={`${name} by day`}
      height={120}
      table={
        <ul>
          {days.map(({ date, quantity }) => (
            <li key={date}>
              {formatDate(date)}: {formatQuantity(quantity)}
            </li>
          ))}
        </ul>
      }
    >
      {(box) => {
        const x = scaleBand(
          days.map(({ date }) => date),
          [box.left, box.right],
          0.2,
        );
        const y = scaleLinear([0, longest], [box.bottom, box.top], 3);
        return (
          <>
            <ValueAxis box={box} ticks={y.ticks} place={y} format={(value) => formatQuantityShort(String(value))} />
            {days.map(({ date, quantity }) => (
              <rect
                key={date}
                x={x(date)}
                width={x.width}
                y={y(Math.max(0, toLength(quantity)))}
                height={y(0) - y(Math.max(0, toLength(quantity)))}
                className="fill-chart-1"
              >
                <title>{`${formatDate(date)}: ${formatQuantity(quantity)}`}</title>
              </rect>
            ))}
            <LabelAxis
              box={box}
              labels={days.map(({ date }) => ({
                key: date,
                x: x(date) + x.width / 2,
                text: String(Number(date.slice(8))),
              }))}
              room={28}
            />
          </>
        );
      }}
    </Chart>
  );
}

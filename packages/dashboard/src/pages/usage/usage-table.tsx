import { pageAt } from "../../routing/page-at.ts";
import { Link } from "@tanstack/react-router";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import type { Window } from "./explorer-choice.ts";
import type { Point, Series } from "./series.ts";
import { fullWindowName } from "./window-name.ts";

interface UsageTableProps {
  readonly series: readonly Series[];
  /** What the series are: `Account`, or the property. */
  readonly by: string | undefined;
  readonly eventName: string;
  readonly window: Window;
  readonly timeZone: string;
  readonly isPending: boolean;
}

interface Row extends Point {
  readonly series: Series;
}

/** The figures of the chart, newest first. Each links to its events. */
export function UsageTable({ series, by, eventName, window, timeZone, isPending }: UsageTableProps) {
  const length = series[0]?.points.length ?? 0;
  const data = Array.from({ length }, (_, index) => length - 1 - index).flatMap((index) =>
    series.flatMap((one): Row[] => {
      const point = one.points[index];
      return point === undefined ? [] : [{ ...point, series: one }];
    }),
  );
  const columns: readonly Column<Row>[] = [
    {
      name: "Time",
      cell: ({ from, to, series: { accountId } }) => (
        <Link
          {...pageAt("/events", { view: "all", account: accountId, name: eventName, from, to })}
          className="font-medium whitespace-nowrap hover:underline"
        >
          {fullWindowName(from, window, timeZone)}
        </Link>
      ),
      text: ({ from }) => from,
    },
    ...(by === undefined
      ? []
      : [{ name: by, cell: (row: Row) => row.series.name, text: (row: Row) => row.series.name }]),
    {
      name: "Quantity",
      cell: ({ quantity }) => <Quantity quantity={quantity} />,
      text: ({ quantity }) => quantity,
      align: "right",
    },
    {
      name: "Events",
      cell: ({ eventCount }) => <Quantity quantity={String(eventCount)} />,
      text: ({ eventCount }) => String(eventCount),
      align: "right",
      width: "8rem",
      from: "sm",
    },
  ];
  const rows = fixedRows({ data, isPending, error: null, refetch: () => undefined });
  return (
    <Card
      flush
      title="Values"
      note="Open a value to see its events."
      actions={<ExportButton name="usage" rows={rows} columns={columns} />}
      className="mt-4"
    >
      <Table
        label="Usage by time"
        rows={rows}
        columns={columns}
        rowKey={({ from, series: { key } }) => `${from} ${key}`}
        empty={<Empty title="No usage in this period" />}
      />
    </Card>
  );
}

import type { AccountUsage } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lineThrough } from "../../charts/scale.ts";
import { asked } from "../../server/asked.ts";
import { useAddress } from "../../routing/address.ts";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import { toLength } from "../../format/amount.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import type { ExplorerChoice } from "./explorer-choice.ts";

type Row = AccountUsage["metrics"][number];

const columns: readonly Column<Row>[] = [
  { name: "Metric", cell: ({ name }) => name, text: ({ name }) => name },
  { name: "Over time", cell: (row) => <Course row={row} />, from: "sm" },
  { name: "Event name", cell: ({ eventName }) => eventName, text: ({ eventName }) => eventName, from: "md" },
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

/** One account's usage of all metrics in the range. A click selects a metric. */
export function AccountMetrics({
  accountId,
  choice: { from, to, window },
  timezone,
}: {
  readonly accountId: string;
  readonly choice: ExplorerChoice;
  readonly timezone: string;
}) {
  const [, change] = useAddress("/usage");
  const usage = useQuery({
    ...asked((api, signal) => api.accounts.getUsage(accountId, { from, to, window, timezone }, { signal })),
    placeholderData: keepPreviousData,
  });
  const rows = fixedRows({ ...usage, data: usage.data?.metrics });
  return (
    <Card
      flush
      className="mt-4"
      title="Account metrics"
      actions={<ExportButton name="account-usage" rows={rows} columns={columns} />}
    >
      <Table
        label="Account metrics"
        rows={rows}
        columns={columns}
        rowKey={({ metricId }) => metricId}
        onOpen={({ metricId }) => change({ metric: metricId, group: undefined })}
        empty={<Empty title="No metrics yet" />}
      />
    </Card>
  );
}

const [WIDTH, HEIGHT] = [160, 24];

function Course({ row: { windows = [] } }: { readonly row: Row }) {
  const top = Math.max(1e-9, ...windows.map(({ quantity }) => toLength(quantity)));
  const path = lineThrough(
    windows.map(({ quantity }, index) => [
      (index / Math.max(1, windows.length - 1)) * WIDTH,
      HEIGHT - 2 - (toLength(quantity) / top) * (HEIGHT - 4),
    ]),
  );
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-6 w-full max-w-40">
      <path d={path} fill="none" strokeWidth={1.5} vectorEffect="non-scaling-stroke" className="stroke-chart-1" />
    </svg>
  );
}

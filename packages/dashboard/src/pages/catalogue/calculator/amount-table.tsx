import type { PreviewPricesResultPricePoint } from "@counterfoil/sdk";
import { Card } from "../../../design/card.tsx";
import { Money, Quantity } from "../../../design/money.tsx";
import { Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import type { Series } from "./series.ts";

interface Row {
  readonly quantity: string;
  readonly points: readonly (PreviewPricesResultPricePoint | undefined)[];
}

const TIER: Column<Row> = {
  name: "Tier",
  cell: ({ points: [point] }) => point?.tier?.number ?? <Nothing />,
  text: ({ points: [point] }) => point?.tier?.number.toString() ?? null,
  width: "5rem",
};

interface AmountTableProps {
  readonly series: readonly Series[];
  readonly unit: string;
  /** The quantities in the table. The export has all of them. */
  readonly listed: ReadonlySet<string>;
}

/** The figures of the chart: some of them in the table, all of them in the export. */
export function AmountTable({ series, unit, listed }: AmountTableProps) {
  const rows: readonly Row[] = (series[0]?.points ?? []).map(({ quantity }, place) => ({
    quantity,
    points: series.map(({ points }) => points[place]),
  }));
  const some = rows.filter(({ quantity }) => listed.has(quantity));
  const hasTiers = series.length === 1 && rows.some(({ points: [point] }) => (point?.tier ?? null) !== null);
  const columns: readonly Column<Row>[] = [
    {
      name: `Quantity (${unit})`,
      cell: ({ quantity }) => <Quantity quantity={quantity} />,
      text: ({ quantity }) => quantity,
      width: "9rem",
    },
    ...(hasTiers ? [TIER] : []),
    ...series.flatMap(({ name, currency }, place): Column<Row>[] => [
      {
        name,
        cell: ({ points }) => {
          const point = points[place];
          if (point === undefined) return <Nothing />;
          return (
            <>
              <Money amount={point.amount} currency={currency} />
              {point.unitPrice !== null && series.length < 3 && (
                <span className="ml-2 text-xs text-muted max-md:hidden">
                  <Money amount={point.unitPrice} currency={currency} /> each
                </span>
              )}
            </>
          );
        },
        text: ({ points }) => points[place]?.amount ?? null,
        align: "right",
      },
    ]),
  ];
  const read = { isPending: false, error: null, refetch: () => undefined };
  return (
    <Card
      title="Amounts"
      flush
      actions={<ExportButton name="prices" rows={fixedRows({ ...read, data: rows })} columns={columns} />}
    >
      <div className="overflow-x-auto">
        <Table
          label="Amounts by quantity"
          rows={fixedRows({ ...read, data: some })}
          columns={columns}
          rowKey={({ quantity }) => quantity}
          empty={null}
        />
      </div>
    </Card>
  );
}

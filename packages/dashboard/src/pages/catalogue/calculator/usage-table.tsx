import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { Card } from "../../../design/card.tsx";
import { Money, Quantity } from "../../../design/money.tsx";
import { Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import type { Mark } from "./price-chart.tsx";
import type { Series } from "./series.ts";

interface UsageTableProps {
  readonly series: readonly Series[];
  readonly marks: readonly Mark[];
}

/**
 * What the account's actual usage would have cost, by each price. A click on a month shows its quantity in the chart.
 */
export function UsageTable({ series, marks }: UsageTableProps) {
  const [, change] = useAddress("/calculator");
  const keys = series.map(({ key }) => key);
  const quantities = [...new Set(marks.map(({ quantity }) => quantity))];
  const preview = useQuery({
    ...asked((api, signal) =>
      api.prices.preview({ prices: keys.map((priceId) => ({ priceId })), quantities }, { signal }),
    ),
  });
  const amountAt = (place: number, { quantity }: Mark) =>
    preview.data?.prices[place]?.points.find((point) => point.quantity === quantity)?.amount ?? null;
  const columns: readonly Column<Mark>[] = [
    { name: "Usage of", cell: ({ text }) => text, text: ({ text }) => text },
    {
      name: "Quantity",
      cell: ({ quantity }) => <Quantity quantity={quantity} />,
      text: ({ quantity }) => quantity,
      align: "right",
    },
    ...series.map(({ name, currency }, place): Column<Mark> => ({
      name,
      cell: (mark) => {
        const amount = amountAt(place, mark);
        return amount === null ? <Nothing /> : <Money amount={amount} currency={currency} />;
      },
      text: (mark) => amountAt(place, mark),
      align: "right",
    })),
  ];
  const rows = fixedRows({ ...preview, data: marks });
  return (
    <Card
      title="Cost of actual usage"
      note="Open a month to chart up to its quantity."
      flush
      actions={<ExportButton name="real-usage" rows={rows} columns={columns} />}
    >
      <div className="overflow-x-auto">
        <Table
          label="Cost of actual usage"
          rows={rows}
          columns={columns}
          rowKey={({ key }) => key}
          onOpen={({ quantity }) => {
            const whole = quantity.split(".")[0] ?? "";
            if (/[1-9]/.test(whole)) change({ to: whole });
          }}
          empty={null}
        />
      </div>
    </Card>
  );
}

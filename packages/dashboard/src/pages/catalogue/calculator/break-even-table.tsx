import { askedInSteps } from "../../../server/asked.ts";
import { useQueries } from "@tanstack/react-query";
import { Card } from "../../../design/card.tsx";
import { formatMoney, formatQuantity } from "../../../format/amount.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import { type BreakEven, findBreakEvens } from "./break-evens.ts";
import type { Series } from "./series.ts";

interface BreakEvenTableProps {
  /** Existing prices, with their series. */
  readonly series: readonly Series[];
  readonly to: string;
  readonly unit: string;
}

type Row = BreakEven & { readonly pair: readonly [Series, Series] };

/** The quantities from which another price is cheaper. */
export function BreakEvenTable({ series, to, unit }: BreakEvenTableProps) {
  const pairs = series.flatMap((one, place) => series.slice(place + 1).map((other) => [one, other] as const));
  const answers = useQueries({
    queries: pairs.map(([one, other]) => ({
      ...askedInSteps("prices", "break-evens", [one.key, other.key, to], (api, signal) =>
        findBreakEvens(
          (body) => api.prices.preview(body, { signal }),
          [{ priceId: one.key }, { priceId: other.key }],
          "0",
          to,
        ),
      ),
    })),
  });
  if (pairs.length === 0) return null;
  const found = pairs.flatMap((pair, place): Row[] =>
    (answers[place]?.data ?? []).map((breakEven) => ({ ...breakEven, pair })),
  );
  const rows = fixedRows({
    data: found,
    isPending: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(answers.map(({ refetch }) => refetch())),
  });
  const cheaper = ({ pair, cheaperAfter }: Row) => pair[cheaperAfter].name;
  const columns: readonly Column<Row>[] = [
    {
      name: `From this quantity (${unit})`,
      cell: ({ from, to: until }) => (
        <span className="figures">
          {formatQuantity(from)} – {formatQuantity(until)}
        </span>
      ),
      text: ({ from, to: until }) => `${from} – ${until}`,
    },
    { name: "Cheaper price", cell: cheaper, text: cheaper },
    {
      name: "than",
      cell: ({ pair, cheaperAfter }) => pair[cheaperAfter === 0 ? 1 : 0].name,
      text: ({ pair, cheaperAfter }) => pair[cheaperAfter === 0 ? 1 : 0].name,
      from: "sm",
    },
    {
      name: "Cost",
      cell: ({ amounts, cheaperAfter, pair }) => (
        <span className="figures">
          {formatMoney(amounts[cheaperAfter], pair[0].currency)}{" "}
          <span className="text-muted">
            compared with {formatMoney(amounts[cheaperAfter === 0 ? 1 : 0], pair[0].currency)}
          </span>
        </span>
      ),
      text: ({ amounts, cheaperAfter }) => amounts[cheaperAfter],
      align: "right",
      from: "md",
    },
  ];
  return (
    <Card
      title="Break-even quantities"
      note="Quantities at which a different price becomes cheaper."
      flush
      actions={<ExportButton name="break-evens" rows={rows} columns={columns} />}
    >
      <div className="overflow-x-auto">
        <Table
          label="Break-evens"
          rows={rows}
          columns={columns}
          rowKey={({ pair, from }) => `${pair[0].key} ${pair[1].key} ${from}`}
          empty={
            <p className="border-t border-line px-4 py-4 text-sm text-muted">
              No break-even up to this quantity. The same price is always cheaper.
            </p>
          }
        />
      </div>
    </Card>
  );
}

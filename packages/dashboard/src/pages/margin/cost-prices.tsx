import type { CostPrice, Metric } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { dayText } from "../../list/file-fields.ts";
import { fixedRows } from "../../list/fixed-rows.ts";
import { PhoneNote } from "../../list/phone-note.tsx";
import { Table } from "../../list/table.tsx";
import { metricsQuery } from "../../named/metrics.ts";
import { useMay } from "../../server/session.ts";
import { CostPriceDialog } from "./cost-price-dialog.tsx";
import { NewCostPriceDialog } from "./new-cost-price-dialog.tsx";
import { costPricesQuery } from "./margin-queries.ts";
import { propertiesText } from "./properties-text.ts";

/** What one unit of each metric costs, the newest first. */
export function CostPrices() {
  const prices = useQuery(costPricesQuery);
  const metrics = useQuery(metricsQuery).data ?? [];
  const [opened, setOpened] = useState<CostPrice | "new" | null>(null);
  const mayWrite = useMay("write");
  const rows = fixedRows(prices);
  const columns = costPriceColumns(metrics);
  const create = mayWrite && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened("new")}>
      New cost price
    </Button>
  );
  return (
    <Card
      flush
      title="Cost prices"
      note="Of the prices that match an event, the one with the most properties applies, and of these the latest."
      actions={
        <>
          {rows.length > 0 && <ExportButton name="cost-prices" rows={rows} columns={columns} />}
          {rows.length > 0 && create}
        </>
      }
    >
      <Table
        label="Cost prices"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        likely={2}
        {...(mayWrite && { onOpen: setOpened })}
        empty={
          <Empty
            title="No cost prices yet"
            action={create}
            request={`curl -X POST ${window.location.origin}/cost-prices \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"metricId": "metric_…", "properties": {"model": "large"}, "unitCost": "0.0000025", "currency": "USD"}'`}
          >
            A cost price says what one unit of a metric costs you. Counterfoil then computes the cost of each event.
          </Empty>
        }
      />
      {opened === "new" ? (
        <NewCostPriceDialog metrics={metrics} onClose={() => setOpened(null)} />
      ) : (
        opened !== null && (
          <CostPriceDialog price={opened} name={nameOfMetric(metrics, opened)} onClose={() => setOpened(null)} />
        )
      )}
    </Card>
  );
}

function costPriceColumns(metrics: readonly Metric[]): readonly Column<CostPrice>[] {
  return [
    {
      name: "Metric",
      cell: (price) => (
        <>
          {nameOfMetric(metrics, price)}{" "}
          {!price.isApplied && (
            <span title="Counterfoil is computing the costs of earlier events.">
              <Badge tone="note">Applying</Badge>
            </span>
          )}
          <PhoneNote>{propertiesText(price.properties)}</PhoneNote>
        </>
      ),
      fields: [
        { name: "Cost price ID", text: ({ id }) => id },
        { name: "Metric ID", text: ({ metricId }) => metricId },
        { name: "Metric", text: (price) => nameOfMetric(metrics, price) },
      ],
    },
    {
      name: "Events",
      cell: ({ properties }) => propertiesText(properties),
      text: ({ properties }) => JSON.stringify(properties),
      from: "sm",
    },
    {
      name: "From",
      cell: ({ validFrom }) => <Day instant={validFrom} />,
      text: dayText(({ validFrom }) => validFrom),
      width: "8rem",
      from: "md",
    },
    {
      name: "Until",
      cell: ({ validUntil }) => <Day instant={validUntil} />,
      text: dayText(({ validUntil }) => validUntil),
      width: "8rem",
      from: "md",
    },
    {
      name: "Unit cost",
      cell: ({ unitCost, currency }) => <Money amount={unitCost} currency={currency} />,
      fields: [
        { name: "Unit cost", text: ({ unitCost }) => unitCost },
        { name: "Currency", text: ({ currency }) => currency },
      ],
      align: "right",
      width: "9rem",
    },
  ];
}

function nameOfMetric(metrics: readonly Metric[], { metricId }: CostPrice): string {
  return metrics.find(({ id }) => id === metricId)?.name ?? metricId;
}

import type { ListTaxRatesQuery, TaxRate } from "@counterfoil/sdk";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { formatPercent } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { TaxRateDialog } from "./tax-rate-dialog.tsx";

const columns: readonly Column<TaxRate>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
  {
    name: "Rate",
    cell: ({ percentage }) => <span className="figures">{formatPercent(percentage)}</span>,
    text: ({ percentage }) => percentage,
    align: "right",
    width: "6rem",
    sort: "percentage",
  },
  {
    name: "Location",
    cell: ({ country, region }) => [country ?? "Everywhere", region].filter((one) => one !== null).join(", "),
    text: ({ country, region }) => `${country ?? ""} ${region ?? ""}`.trim(),
    from: "sm",
  },
  {
    name: "Applies to",
    cell: ({ taxCategory, taxStatus }) =>
      [taxCategory, taxStatus === null ? null : toWords(taxStatus)].filter((one) => one !== null).join(", ") || "All",
    text: ({ taxCategory, taxStatus }) => `${taxCategory ?? ""} ${taxStatus ?? ""}`.trim(),
    from: "lg",
  },
  {
    name: "Price treatment",
    cell: ({ inclusive }) => (inclusive ? "Included" : "Added"),
    text: ({ inclusive }) => (inclusive ? "included" : "added"),
    width: "7rem",
    from: "lg",
  },
  {
    name: "Status",
    cell: ({ archivedAt }) => (archivedAt === null ? <Badge tone="good">Active</Badge> : <Badge>Archived</Badge>),
    text: ({ archivedAt }) => (archivedAt === null ? "active" : "archived"),
    width: "6.5rem",
    from: "sm",
  },
];

export function TaxRates() {
  const [search] = useAddress("/settings");
  const [opened, setOpened] = useState<TaxRate | "new" | null>(null);
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.taxRates.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const create = mayWrite && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened("new")}>
      New rate
    </Button>
  );
  return (
    <Card flush title="Rates" note="Counterfoil applies the most specific matching rate." actions={create}>
      <FilterBar actions={<ExportButton name="tax-rates" rows={rows} columns={columns} />}>
        <SearchBox label="Search by name" />
        <Choice
          label="Status"
          name="rates"
          options={[
            ["", "Active"],
            ["all", "Active and archived"],
          ]}
        />
      </FilterBar>
      <Table
        label="Tax rates"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayWrite && { onOpen: setOpened })}
        empty={
          <Empty
            title="No tax rates yet"
            action={create}
            request={`curl -X POST ${window.location.origin}/tax-rates \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "VAT", "country": "DE", "percentage": "19"}'`}
          >
            A tax rate applies when its country, region, category, and status match. Empty fields match everything.
            Create a rate to start charging tax.
          </Empty>
        }
      />
      {opened !== null && <TaxRateDialog rate={opened === "new" ? null : opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

function toQuery({ q, rates, sort = "name:asc" }: Readonly<Record<string, string | undefined>>): ListTaxRatesQuery {
  const filters: NonNullable<ListTaxRatesQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (rates !== "all") filters.push({ field: "archivedAt", operator: "exists", value: false });
  return { filters, sort: sort as NonNullable<ListTaxRatesQuery["sort"]> };
}

import type { ListPriceBundlesQuery, PriceBundle } from "@counterfoil/sdk";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { ArchivedBadge, ArchivedChoice, archivedFilter } from "../archive/archived.tsx";
import { ProductTabs } from "../product-tabs.tsx";
import { BundleDialog } from "./bundle-dialog.tsx";

const columns: readonly Column<PriceBundle>[] = [
  {
    name: "Name",
    cell: ({ name, archivedAt }) => (
      <>
        {name} <ArchivedBadge archivedAt={archivedAt} />
      </>
    ),
    text: ({ name }) => name,
    sort: "name",
  },
  {
    name: "Description",
    cell: ({ description }) => description ?? <Nothing />,
    text: ({ description }) => description,
    from: "md",
  },
  {
    name: "Products",
    cell: ({ prices }) => prices.map(({ product }) => product.name).join(", "),
    text: ({ prices }) => prices.map(({ product }) => product.name).join(", "),
    from: "lg",
  },
  {
    name: "Currency",
    cell: ({ prices }) => prices[0]?.currency ?? <Nothing />,
    text: ({ prices }) => prices[0]?.currency ?? null,
    width: "6rem",
    from: "sm",
  },
  {
    name: "Prices",
    cell: ({ prices }) => prices.length.toLocaleString(),
    text: ({ prices }) => String(prices.length),
    align: "right",
    width: "6rem",
  },
];

export function BundleList() {
  const [search, change] = useAddress("/price-bundles");
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.priceBundles.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Price bundles"
      note="Prices that are sold together under one name."
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => change({ do: "new" })}>
            New bundle
          </Button>
        )
      }
    >
      <ProductTabs />
      <Card flush>
        <FilterBar actions={<ExportButton name="price-bundles" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <ArchivedChoice />
        </FilterBar>
        <Table
          label="Price bundles"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/price-bundles/${id}`}
          empty={
            <Empty
              title="No bundles"
              request={`curl -X POST ${window.location.origin}/price-bundles -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"name": "Usage", "priceIds": ["'$PRICE'"]}'`}
            >
              A bundle groups prices. Add it to a plan or subscription to sell all of its prices together. Its name
              appears above their lines on invoices.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && mayWrite && <BundleDialog onClose={() => change({ do: undefined })} />}
    </Page>
  );
}

type Filter = NonNullable<ListPriceBundlesQuery["filters"]>[number];

function toQuery({ q, archived, sort = "name:asc" }: SearchAt<"/price-bundles">): ListPriceBundlesQuery {
  const filters: Filter[] = archivedFilter(archived);
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  return { filters, sort: sort as NonNullable<ListPriceBundlesQuery["sort"]> };
}

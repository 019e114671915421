import type { ListProductsQuery, Product } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { asked } from "../../../server/asked.ts";
import { useMay } from "../../../server/session.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Nothing } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import { ProductTabs } from "../product-tabs.tsx";
import { ProductDialog } from "./product-dialog.tsx";

const columns: readonly Column<Product>[] = [
  {
    name: "Name",
    cell: ({ name, archivedAt }) => (
      <>
        {name} {archivedAt !== null && <Badge>Archived</Badge>}
      </>
    ),
    text: ({ name }) => name,
    sort: "name",
  },
  { name: "SKU", cell: ({ sku }) => sku ?? <Nothing />, text: ({ sku }) => sku, width: "9rem", from: "lg" },
  { name: "Fee", cell: ({ feeType }) => toWords(feeType), text: ({ feeType }) => feeType, width: "7rem" },
  {
    name: "Billed",
    cell: ({ paymentTerms, billingFrequency }) =>
      billingFrequency === "one-off" ? "Once" : `Recurring, in ${paymentTerms}`,
    text: ({ paymentTerms, billingFrequency }) => `${billingFrequency}, ${paymentTerms}`,
    width: "12rem",
    from: "md",
  },
  {
    name: "Unit",
    cell: ({ unitLabel }) => unitLabel ?? <Nothing />,
    text: ({ unitLabel }) => unitLabel,
    width: "7rem",
    from: "sm",
  },
  {
    name: "Tax category",
    cell: ({ taxCategory }) => taxCategory ?? <Nothing />,
    text: ({ taxCategory }) => taxCategory,
    width: "9rem",
    from: "xl",
  },
];

export function ProductList() {
  const [search, change] = useAddress("/products");
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const products = useQuery({
    ...asked((api, signal) => api.products.list({ ...query, limit: 100, page: 1 }, { signal }).all()),
  });
  const rows = fixedRows(products);
  return (
    <Page
      title="Products"
      note="What you sell. A product sets when it is billed; its prices set what it costs."
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => change({ do: "new" })}>
            New product
          </Button>
        )
      }
    >
      <ProductTabs />
      <Card flush>
        <FilterBar actions={<ExportButton name="products" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice
            label="Fee"
            name="fee"
            all="Fixed and metered"
            options={[
              ["fixed", "Fixed"],
              ["metered", "Metered"],
            ]}
          />
          <Choice
            label="Archived"
            name="archived"
            all="Active"
            options={[
              ["only", "Archived"],
              ["with", "Active and archived"],
            ]}
          />
        </FilterBar>
        <Table
          label="Products"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/products/${id}`}
          empty={
            <Empty
              title="No products"
              request={`curl -X POST ${window.location.origin}/products -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"name": "Seats", "feeType": "fixed", "unitLabel": "seat"}'`}
            >
              A product is something you sell, such as seats, API calls, or support. Create one, then add its prices.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && mayWrite && <ProductDialog onClose={() => change({ do: undefined })} />}
    </Page>
  );
}

type Filter = NonNullable<ListProductsQuery["filters"]>[number];

function toQuery({ q, fee, archived, sort = "name:asc" }: SearchAt<"/products">): ListProductsQuery {
  const filters: Filter[] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (fee !== undefined) filters.push({ field: "feeType", value: fee });
  if (archived !== "with") filters.push({ field: "archivedAt", operator: "exists", value: archived === "only" });
  return { filters, sort: sort as NonNullable<ListProductsQuery["sort"]> };
}

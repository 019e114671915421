import type { ListPricesQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { ArchivedChoice, archivedFilter } from "../archive/archived.tsx";
import { ProductTabs } from "../product-tabs.tsx";
import { usePrices, useProducts } from "../queries.ts";
import { ContractPricesChoice, contractPricesFilter } from "./contract-prices.tsx";
import { MODELS } from "./models.ts";
import { priceColumns } from "./price-columns.tsx";
import { INTERVALS } from "./price-draft.ts";

export function PriceList() {
  const [search] = useAddress("/prices");
  const mayWrite = useMay("write");
  const products = useProducts();
  const currencies = [...new Set(usePrices().map(({ currency }) => currency))].sort();
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.prices.list({ ...query, include: "subscription", ...where }),
    items: ({ items }) => items,
  });
  const columns = priceColumns(products, { withProduct: true });
  return (
    <Page
      title="Prices"
      note="What your products cost. A price in use never changes; create a new one instead."
      actions={
        mayWrite && (
          <Link to="/prices/new" className={buttonClasses("primary")}>
            New price
          </Link>
        )
      }
    >
      <ProductTabs />
      <Card flush>
        <FilterBar actions={<ExportButton name="prices" rows={rows} columns={columns} />}>
          <Choice
            label="Product"
            name="product"
            all="All products"
            options={products.map(({ id, name }) => [id, name] as const)}
          />
          <Choice
            label="Model"
            name="type"
            all="All models"
            options={MODELS.map(({ type, name }) => [type, name] as const)}
          />
          <Choice
            label="Interval"
            name="interval"
            all="All intervals"
            options={INTERVALS.map((one) => [one, toWords(one)] as const)}
          />
          <Choice
            label="Currency"
            name="currency"
            all="All currencies"
            options={currencies.map((one) => [one, one] as const)}
          />
          <ContractPricesChoice />
          <ArchivedChoice />
        </FilterBar>
        <Table
          label="Prices"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/prices/${id}`}
          empty={
            <Empty
              title="No prices"
              request={`curl -X POST ${window.location.origin}/prices -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"productId": "'$PRODUCT'", "fixedPricingModel": {"units": 1, "pricePerUnit": {"value": "49.00"}}}'`}
            >
              A price sets what a product costs. Create one with any of twelve pricing models, from a fixed amount to
              your own formula.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

type Filter = NonNullable<ListPricesQuery["filters"]>[number];

function toQuery({
  product,
  type,
  interval,
  currency,
  archived,
  contract,
  sort = "createdAt:desc",
}: SearchAt<"/prices">): ListPricesQuery {
  const filters: Filter[] = [...archivedFilter(archived), ...contractPricesFilter(contract)];
  if (product !== undefined) filters.push({ field: "productId", value: product });
  if (type !== undefined) filters.push({ field: "type", value: type });
  if (interval !== undefined) filters.push({ field: "billingInterval", value: interval });
  if (currency !== undefined) filters.push({ field: "currency", value: currency });
  return { filters, sort: sort as NonNullable<ListPricesQuery["sort"]> };
}

import { pageAt } from "../../../routing/page-at.ts";
import type { Product } from "@counterfoil/sdk";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRecent } from "../../../routing/recent.ts";
import { useAddress, useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { asked } from "../../../server/asked.ts";
import { useMay } from "../../../server/session.ts";
import { useChange } from "../../../design/use-change.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button, buttonClasses } from "../../../design/button.tsx";
import { Card, Fact, Facts } from "../../../design/card.tsx";
import { classes } from "../../../design/classes.ts";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, FailureLine, Skeleton } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { useMetrics } from "../../../named/metrics.ts";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { ContractPricesChoice, contractPricesFilter } from "../prices/contract-prices.tsx";
import { priceColumns } from "../prices/price-columns.tsx";
import { ProductDialog } from "./product-dialog.tsx";

const TRAIL = [["/products", "Products"]] as const;

const productQuery = (id: string) => queryOptions({ ...asked((api, signal) => api.products.get(id, { signal })) });

export function ProductPage() {
  const id = useParam("/products/$productId");
  const { data, error, refetch } = useQuery(productQuery(id));
  useRecent({ to: `/products/${id}`, name: data?.name, kind: "Product" });
  if (data === undefined) {
    return (
      <Page title="Product" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded product={data} />;
}

function Loaded({ product }: { readonly product: Product }) {
  const { id, name, description, feeType, paymentTerms, billingFrequency, archivedAt } = product;
  const [search, change] = useAddress("/products/$productId");
  const mayWrite = useMay("write");
  const metrics = useMetrics();
  const columns = priceColumns([product], { withProduct: false });
  const rows = usePages({
    list: (api, where) =>
      api.prices.list({
        ...where,
        include: "subscription",
        filters: [{ field: "productId", value: id }, ...contractPricesFilter(search.contract)],
        sort: "createdAt:desc",
      }),
    items: ({ items }) => items,
  });
  const cache = useQueryClient();
  const archive = useChange<boolean, Product>({
    changes: "products",
    run: (wanted) => (wanted ? client.products.archive(id) : client.products.unarchive(id)),
    done: (_, wanted) => (wanted ? "Product archived" : "Product unarchived"),
    after: (changed) => cache.setQueryData(productQuery(id).queryKey, changed),
    undo: (_, wanted) => () => archive.mutate(!wanted),
  });
  // Shown before the server answers, and reverted if it refuses.
  const isArchived = archive.isPending ? archive.variables : archivedAt !== null;
  return (
    <Page
      title={name}
      trail={TRAIL}
      aside={
        <>
          <Badge>{toWords(feeType)}</Badge>
          {isArchived && <Badge tone="warn">Archived</Badge>}
        </>
      }
      note={description ?? undefined}
      actions={
        mayWrite && (
          <>
            <Button busy={archive.isPending} onClick={() => archive.mutate(!isArchived)}>
              {isArchived ? "Unarchive" : "Archive"}
            </Button>
            <Button onClick={() => change({ do: "edit" })}>Edit</Button>
            {!isArchived && (
              <Link {...pageAt("/prices/new", { product: id })} className={buttonClasses("primary")}>
                New price
              </Link>
            )}
          </>
        )
      }
    >
      <div className="mb-4 empty:hidden">
        <FailureLine error={archive.error} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card
          title="Prices"
          flush
          actions={
            <>
              <ContractPricesChoice />
              <ExportButton name={`prices-${name}`} rows={rows} columns={columns} />
            </>
          }
        >
          <Table
            label={`Prices of ${name}`}
            rows={rows}
            columns={columns}
            rowKey={(price) => price.id}
            to={(price) => `/prices/${price.id}`}
            empty={
              <Empty
                title="No prices yet"
                request={`curl -X POST ${window.location.origin}/prices \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"productId": "${id}", "${feeType === "fixed" ? "fixed" : "unit"}PricingModel": {${feeType === "fixed" ? '"units": 1, ' : ""}"pricePerUnit": {"value": "49.00"}}}'`}
                action={
                  mayWrite && (
                    <Link {...pageAt("/prices/new", { product: id })} className={buttonClasses("primary")}>
                      New price
                    </Link>
                  )
                }
              >
                A price sets what the product costs. Add one for each currency, interval, or customer you need.
              </Empty>
            }
          />
        </Card>
        {/* Below the prices this column waits for them, because their number is not known. */}
        <div className={classes("flex min-w-0 flex-col gap-5", rows.isPending && "max-xl:hidden")}>
          <Card title="Details">
            <Facts>
              <Fact name="Billed">
                {billingFrequency === "one-off" ? "Once" : "Each period"}, in {paymentTerms}
              </Fact>
              <Fact name="Unit">{product.unitLabel ?? <Nothing />}</Fact>
              <Fact name="SKU">{product.sku ?? <Nothing />}</Fact>
              <Fact name="Tax category">{product.taxCategory ?? <Nothing />}</Fact>
              {feeType === "metered" && (
                <Fact name="Metrics">
                  {product.metricIds.map((metricId) => (
                    <Link
                      key={metricId}
                      to={`/metrics/${metricId}`}
                      className="block w-fit text-accent hover:underline"
                    >
                      {metrics.find((metric) => metric.id === metricId)?.name ?? metricId}
                    </Link>
                  ))}
                </Fact>
              )}
              <Fact name="Created">
                <Day instant={product.createdAt} />
              </Fact>
            </Facts>
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      </div>
      {search.do === "edit" && mayWrite && (
        <ProductDialog product={product} onClose={() => change({ do: undefined })} />
      )}
    </Page>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useAddress, useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { asked } from "../../../server/asked.ts";
import { useMay } from "../../../server/session.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { ExportButton } from "../../../list/export-button.tsx";
import { fixedRows } from "../../../list/fixed-rows.ts";
import { Table } from "../../../list/table.tsx";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { ArchiveButton } from "../archive/archive-button.tsx";
import { ArchivedBadge } from "../archive/archived.tsx";
import { priceColumns } from "../prices/price-columns.tsx";
import { useProducts } from "../queries.ts";
import { BundleDialog } from "./bundle-dialog.tsx";

export function BundlePage() {
  const id = useParam("/price-bundles/$bundleId");
  const [search, change] = useAddress("/price-bundles/$bundleId");
  const mayWrite = useMay("write");
  const products = useProducts();
  const { data, error, refetch, isPending } = useQuery({
    ...asked((api, signal) => api.priceBundles.get(id, { signal })),
  });
  const columns = priceColumns(products, { withProduct: true });
  const rows = fixedRows({
    // A price in a bundle does not tell which price it replaces, and the columns do not show it.
    data: data?.prices.map(({ product, ...price }) => ({
      ...price,
      productId: product.id,
      replacesPriceId: null,
      replacedByPriceId: null,
    })),
    isPending,
    error,
    refetch,
  });
  return (
    <Page
      title={data?.name ?? "Price bundle"}
      trail={[["/price-bundles", "Price bundles"]]}
      note={data?.description ?? undefined}
      aside={data !== undefined && <ArchivedBadge archivedAt={data.archivedAt} />}
      actions={
        mayWrite &&
        data !== undefined && (
          <>
            <ArchiveButton
              kind="bundle"
              name={data.name}
              isArchived={data.archivedAt !== null}
              archive={() => client.priceBundles.archive(id)}
              unarchive={() => client.priceBundles.unarchive(id)}
            />
            <Button onClick={() => change({ do: "edit" })}>Edit</Button>
          </>
        )
      }
    >
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton className="h-96" />}
      {data !== undefined && (
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <Card title="Prices" flush actions={<ExportButton name={data.name} rows={rows} columns={columns} />}>
            <Table
              label={`Prices of ${data.name}`}
              rows={rows}
              columns={columns}
              rowKey={(price) => price.id}
              to={(price) => `/prices/${price.id}`}
              empty={
                <Empty
                  title="No prices yet"
                  action={
                    mayWrite && (
                      <Button kind="primary" onClick={() => change({ do: "edit" })}>
                        Choose prices
                      </Button>
                    )
                  }
                  request={`curl -X PATCH ${window.location.origin}/price-bundles/${id} \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"priceIds": ["'$PRICE'"]}'`}
                >
                  A bundle groups prices. Choose its prices, then add the bundle to plans and subscriptions.
                </Empty>
              }
            />
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      )}
      {search.do === "edit" && mayWrite && data !== undefined && (
        <BundleDialog bundle={data} onClose={() => change({ do: undefined })} />
      )}
    </Page>
  );
}

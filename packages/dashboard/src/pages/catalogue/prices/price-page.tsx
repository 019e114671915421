import { pageAt } from "../../../routing/page-at.ts";
import type { Price } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useMay } from "../../../server/session.ts";
import { Badge } from "../../../design/badge.tsx";
import { buttonClasses } from "../../../design/button.tsx";
import { Card, Fact, Facts } from "../../../design/card.tsx";
import { Code } from "../../../design/code.tsx";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { Day } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import { useMetrics } from "../../../named/metrics.ts";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { ArchiveButton } from "../archive/archive-button.tsx";
import { ArchivedBadge } from "../archive/archived.tsx";
import { contractOfPriceQuery, priceQuery, useProducts } from "../queries.ts";
import { ContractOfPrice, ContractPriceBadge } from "./contract-prices.tsx";
import { nameOfModel } from "./models.ts";
import { unitOfPrice } from "./price-name.ts";
import { PricePicture } from "./price-picture.tsx";
import { priceSentence } from "./price-sentence.ts";
import { TierTable } from "./tier-table.tsx";

export function PricePage() {
  const id = useParam("/prices/$priceId");
  const { data, error, refetch } = useQuery(priceQuery(id));
  if (data === undefined) {
    return (
      <Page title="Price" trail={[["/prices", "Prices"]]}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded price={data} />;
}

function Loaded({ price }: { readonly price: Price }) {
  const { id, productId, type, billingInterval, currency, metricIds, archivedAt } = price;
  const mayWrite = useMay("write");
  const products = useProducts();
  const metrics = useMetrics();
  const product = products.find((one) => one.id === productId);
  const subscriptionId = useQuery(contractOfPriceQuery(id)).data ?? null;
  const unit = unitOfPrice(productId, products);
  return (
    <Page
      title={product?.name ?? "Price"}
      trail={[
        ["/products", "Products"],
        [`/products/${productId}`, product?.name ?? "Product"],
      ]}
      aside={
        <>
          <Badge>{nameOfModel(type)}</Badge>
          <ContractPriceBadge subscriptionId={subscriptionId} />
          <ArchivedBadge archivedAt={archivedAt} />
        </>
      }
      note={priceSentence(price, unit)}
      actions={
        <>
          <Link {...pageAt("/calculator", { prices: id })} className={buttonClasses()}>
            Compare
          </Link>
          {mayWrite && (
            <>
              <ArchiveButton
                kind="price"
                name={`this price of ${product?.name ?? productId}`}
                isArchived={archivedAt !== null}
                archive={() => client.prices.archive(id)}
                unarchive={() => client.prices.unarchive(id)}
              />
              <Link {...pageAt("/prices/new", { from: id })} className={buttonClasses()}>
                Copy
              </Link>
              <Link to={`/prices/${id}/edit`} className={buttonClasses("primary")}>
                Edit
              </Link>
            </>
          )}
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5 empty:hidden">
          {type !== "fixed" && (
            <Card title="Cost by quantity">
              <PricePicture prices={[{ priceId: id }]} currency={currency} unit={unit} draft={price} />
            </Card>
          )}
          <TierTable price={price} />
          {price.matrixPricingModel !== undefined && (
            <Card title="Price matrix">
              <Code text={JSON.stringify(price.matrixPricingModel, null, 2)} label="Price matrix" />
            </Card>
          )}
        </div>
        {/* A fixed price has no chart, so its details take the space. */}
        <div
          className={
            type === "fixed" ? "grid gap-5 xl:col-span-2 xl:grid-cols-2 xl:items-start" : "flex min-w-0 flex-col gap-5"
          }
        >
          <Card title="Details">
            <Facts>
              <Fact name="Product">
                <Link to={`/products/${productId}`} className="text-accent hover:underline">
                  {product?.name ?? productId}
                </Link>
              </Fact>
              <Fact name="Interval">{billingInterval === null ? "Once" : toWords(billingInterval)}</Fact>
              <Fact name="Currency">{currency}</Fact>
              {metricIds.length > 0 && (
                <Fact name="Metrics">
                  {metricIds.map((metricId) => (
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
              {subscriptionId !== null && (
                <Fact name="Created for">
                  <ContractOfPrice subscriptionId={subscriptionId} />
                </Fact>
              )}
              <Fact name="Created">
                <Day instant={price.createdAt} />
              </Fact>
              <Fact name="ID">
                <span className="font-mono text-xs break-all">{id}</span>
              </Fact>
            </Facts>
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      </div>
    </Page>
  );
}

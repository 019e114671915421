import { Suspense } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { useMay } from "../../../server/session.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { TierTable } from "../prices/tier-table.tsx";
import { nameByCost, unitOfPrice } from "../prices/price-name.ts";
import { usePricesWith, useProducts } from "../queries.ts";
import { AmountTable } from "./amount-table.tsx";
import { BreakEvenTable } from "./break-even-table.tsx";
import { CalculatorChoices } from "./calculator-choices.tsx";
import { ChosenPrices } from "./chosen-prices.tsx";
import { boundariesOfAll, quantitiesUpTo, reachOfAll } from "./quantities.ts";
import type { Series } from "./series.ts";
import { UsageTable } from "./usage-table.tsx";
import { useMarks } from "./use-marks.ts";

const PriceChart = whenShown(() => import("./price-chart.tsx").then(({ PriceChart }) => PriceChart));

const WHOLE = /^\d*[1-9]\d*$/;

/** Compares prices of one currency by quantity, with the actual usage of an account. All choices are in the address. */
export function Calculator() {
  const [search] = useAddress("/calculator");
  const mayWrite = useMay("write");
  const products = useProducts();
  const chosen = (search.prices ?? "").split(",").filter((id) => id !== "");
  const { prices, isPending } = usePricesWith(chosen);
  const known = chosen.flatMap((id) => prices.find((price) => price.id === id) ?? []);
  const shows = search.shows === "unit" ? "unitPrice" : "amount";
  const { account } = search;
  const name = useNamedAccount(account)?.name;
  const counted = known.flatMap(({ metricIds }) => metricIds)[0];
  const marks = useMarks(account, name, counted);
  const boundaries = boundariesOfAll(known);
  const usual = reachOfAll(
    known,
    marks.map(({ quantity }) => quantity),
  );
  const to = search.to !== undefined && WHOLE.test(search.to) ? BigInt(search.to).toString() : usual;
  const quantities = quantitiesUpTo(to, boundaries);
  const preview = useQuery({
    ...asked((api, signal) =>
      api.prices.preview({ prices: known.map(({ id }) => ({ priceId: id })), quantities: quantities.all }, { signal }),
    ),
    enabled: known.length > 0,
    placeholderData: keepPreviousData,
  });
  const series = known.flatMap((price): Series[] => {
    const answer = preview.data?.prices.find(({ priceId }) => priceId === price.id);
    return answer === undefined
      ? []
      : [{ key: price.id, name: nameByCost(price, products), currency: price.currency, points: answer.points }];
  });
  const unit = known[0] === undefined ? "unit" : unitOfPrice(known[0].productId, products);
  return (
    <Page
      title="Price calculator"
      note="Compare what prices cost at any quantity, before discounts, spend limits, and taxes."
      actions={
        mayWrite && (
          <Link to="/prices/new" className={buttonClasses()}>
            New price
          </Link>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <CalculatorChoices chosen={known} prices={prices} products={products} to={to} />
        {chosen.length > 0 && isPending ? (
          <Skeleton className="h-[26rem]" />
        ) : known.length === 0 ? (
          <Card>
            <Empty
              title="Choose a price"
              request={`curl -X POST ${window.location.origin}/prices/preview -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"prices": [{"unitPricingModel": {"pricePerUnit": {"value": "0.02"}}}], "from": "0", "to": "10000", "steps": 11}'`}
            >
              Choose a price to see its cost by quantity. Add a second price to compare them.
            </Empty>
          </Card>
        ) : (
          <>
            <Card>
              <ChosenPrices prices={known} products={products} series={series} to={to} boundaries={boundaries} />
              {name !== undefined && counted === undefined && (
                <p className="mb-4 text-sm text-muted">
                  These prices don't depend on usage, so usage of {name} isn't shown.
                </p>
              )}
              {preview.error !== null && <Failure error={preview.error} onRetry={() => void preview.refetch()} />}
              {series.length === 0 && preview.error === null && <Skeleton className="h-80" />}
              {series.length > 0 && (
                <Suspense fallback={<Skeleton className="h-80" />}>
                  <PriceChart series={series} shows={shows} unit={unit} marks={marks} boundaries={boundaries} />
                </Suspense>
              )}
            </Card>
            {series.length > 0 && marks.length > 0 && <UsageTable series={series} marks={marks} />}
            {known.map((price) => (
              <TierTable
                key={price.id}
                price={price}
                {...(known.length > 1 && { name: nameByCost(price, products) })}
                charges={{ to, amountAt: (quantity) => amountAt(series, price.id, quantity) }}
              />
            ))}
            {series.length > 0 && <AmountTable series={series} unit={unit} listed={quantities.listed} />}
            {series.length > 1 && <BreakEvenTable series={series} to={to} unit={unit} />}
          </>
        )}
      </div>
    </Page>
  );
}

function amountAt(series: readonly Series[], priceId: string, quantity: string): string | undefined {
  return series.find(({ key }) => key === priceId)?.points.find((point) => point.quantity === quantity)?.amount;
}

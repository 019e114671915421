import { Suspense } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { priceSentence } from "../prices/price-sentence.ts";
import { nameByCost, unitOfPrice } from "../prices/price-name.ts";
import { usePrices, useProducts } from "../queries.ts";
import { AmountTable } from "./amount-table.tsx";
import { BreakEvenTable } from "./break-even-table.tsx";
import { CalculatorChoices } from "./calculator-choices.tsx";
import { lineOf, type Series } from "./series.ts";
import { UsageTable } from "./usage-table.tsx";
import { useMarks } from "./use-marks.ts";

const PriceChart = whenShown(() => import("./price-chart.tsx").then(({ PriceChart }) => PriceChart));

const STEPS = 200;

/** Price against quantity for any prices of one currency, with what an account really used. All stands in the address. */
export function Calculator() {
  const [search, change] = useAddress("/calculator");
  const products = useProducts();
  const prices = usePrices();
  const chosen = (search.prices ?? "").split(",").filter((id) => id !== "");
  const known = chosen.flatMap((id) => prices.find((price) => price.id === id) ?? []);
  const to = search.to ?? "10000";
  const shows = search.shows === "unit" ? "unitPrice" : "amount";
  const { account } = search;
  const name = useNamedAccount(account)?.name;
  const counted = known.flatMap(({ metricIds }) => metricIds)[0];
  const marks = useMarks(account, name, counted);
  const preview = useQuery({
    ...asked((api, signal) =>
      api.prices.preview({ prices: known.map(({ id }) => ({ priceId: id })), from: "0", to, steps: STEPS }, { signal }),
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
        <Link to="/prices/new" className={buttonClasses()}>
          New price
        </Link>
      }
    >
      <div className="flex flex-col gap-5">
        <CalculatorChoices chosen={known} prices={prices} products={products} />
        {known.length === 0 ? (
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
              <ul className="mb-4 flex flex-col gap-1.5 text-sm">
                {known.map((price, index) => (
                  <li key={price.id} className="flex items-baseline gap-2">
                    <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${lineOf(index).back}`} />
                    <span>
                      <Link to={`/prices/${price.id}`} className="font-medium hover:underline">
                        {nameByCost(price, products)}
                      </Link>
                      <span className="text-muted">
                        {": "}
                        {priceSentence(price, unitOfPrice(price.productId, products))}
                      </span>{" "}
                      <button
                        type="button"
                        className="text-accent hover:underline"
                        onClick={() => change({ prices: chosen.filter((id) => id !== price.id).join(",") })}
                      >
                        Remove
                      </button>
                    </span>
                  </li>
                ))}
              </ul>
              {name !== undefined && counted === undefined && (
                <p className="mb-4 text-sm text-muted">
                  These prices don't depend on usage, so usage of {name} isn't shown.
                </p>
              )}
              {preview.error !== null && <Failure error={preview.error} onRetry={() => void preview.refetch()} />}
              {series.length === 0 && preview.error === null && <Skeleton className="h-80" />}
              {series.length > 0 && (
                <Suspense fallback={<Skeleton className="h-80" />}>
                  <PriceChart series={series} shows={shows} unit={unit} marks={marks} />
                </Suspense>
              )}
            </Card>
            {series.length > 0 && marks.length > 0 && <UsageTable series={series} marks={marks} />}
            {series.length > 0 && <AmountTable series={series} unit={unit} />}
            {series.length > 1 && <BreakEvenTable series={series} to={to} unit={unit} />}
          </>
        )}
      </div>
    </Page>
  );
}

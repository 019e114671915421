import { Suspense } from "react";
import type { CreatePriceRequest, PreviewPricesRequestPrice } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { quantitiesUpTo } from "../calculator/quantities.ts";
import { boundariesOf, reachOf } from "./reach.ts";

const PriceChart = whenShown(() => import("../calculator/price-chart.tsx").then(({ PriceChart }) => PriceChart));

interface PricePictureProps {
  readonly prices: readonly PreviewPricesRequestPrice[];
  readonly currency: string;
  readonly unit: string;
  /** The terms that determine the range of the chart. */
  readonly draft: CreatePriceRequest;
}

/** The chart of one price by quantity, up to its tiers. Shows the last valid chart while the next one is computed. */
export function PricePicture({ prices, currency, unit, draft }: PricePictureProps) {
  const boundaries = boundariesOf(draft);
  const { all: quantities } = quantitiesUpTo(reachOf(draft), boundaries);
  const { data, error } = useQuery({
    ...asked((api, signal) => api.prices.preview({ prices, quantities }, { signal })),
    enabled: !hasWrongNumber(prices),
    placeholderData: keepPreviousData,
  });
  const points = data?.prices[0]?.points;
  return (
    <>
      <FailureLine error={error} />
      {points === undefined && error === null && <Skeleton className="h-72" />}
      {points !== undefined && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <PriceChart
            series={[{ key: "amount", name: "Amount", currency, points }]}
            shows="amount"
            unit={unit}
            boundaries={boundaries}
            height={260}
          />
        </Suspense>
      )}
    </>
  );
}

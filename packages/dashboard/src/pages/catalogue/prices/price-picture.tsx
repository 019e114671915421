import { Suspense } from "react";
import type { CreatePriceRequest, PreviewPricesRequestPrice } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { whenShown } from "../../../design/when-shown.tsx";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import { reachOf } from "./reach.ts";

const PriceChart = whenShown(() => import("../calculator/price-chart.tsx").then(({ PriceChart }) => PriceChart));

interface PricePictureProps {
  readonly prices: readonly PreviewPricesRequestPrice[];
  readonly currency: string;
  readonly unit: string;
  /** The terms that say how far it is worth drawing. */
  readonly draft: CreatePriceRequest;
}

const STEPS = 101;

/** One price against quantity, as far as its tiers go. The last good picture stays while the next one is computed. */
export function PricePicture({ prices, currency, unit, draft }: PricePictureProps) {
  const to = reachOf(draft);
  const { data, error } = useQuery({
    ...asked((api, signal) => api.prices.preview({ prices, from: "0", to, steps: STEPS }, { signal })),
    placeholderData: keepPreviousData,
  });
  const points = data?.prices[0]?.points;
  return (
    <>
      <FailureLine error={error} />
      {points === undefined && error === null && <Skeleton className="h-72" />}
      {points !== undefined && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <PriceChart series={[{ key: "it", name: "It", currency, points }]} shows="amount" unit={unit} height={260} />
        </Suspense>
      )}
    </>
  );
}

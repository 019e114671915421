import type { Price, Product } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { formatMoney, formatQuantity, toLength } from "../../../format/amount.ts";
import { useAddress } from "../../../routing/address.ts";
import { nameByCost, unitOfPrice } from "../prices/price-name.ts";
import { priceSentence } from "../prices/price-sentence.ts";
import { lineOf, type Series } from "./series.ts";

interface ChosenPricesProps {
  readonly prices: readonly Price[];
  readonly products: readonly Product[];
  readonly series: readonly Series[];
  /** The highest quantity of the chart. */
  readonly to: string;
  /** The ends of the prices' tiers, ascending. */
  readonly boundaries: readonly string[];
}

/** The legend of the chart: each price with its cost at the highest quantity. */
export function ChosenPrices({ prices, products, series, to, boundaries }: ChosenPricesProps) {
  const [, change] = useAddress("/calculator");
  const last = boundaries.at(-1);
  const without = (id: string) => prices.filter((price) => price.id !== id).map((price) => price.id);
  return (
    <>
      <ul className="mb-4 flex flex-col gap-1.5 text-sm">
        {prices.map((price, index) => (
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
                onClick={() => change({ prices: without(price.id).join(",") })}
              >
                Remove
              </button>
              <CostAtEnd series={series.find(({ key }) => key === price.id)} to={to} />
            </span>
          </li>
        ))}
      </ul>
      {last !== undefined && toLength(to) <= toLength(last) && (
        <p className="mb-4 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          The chart ends before the last tier, which begins above {formatQuantity(last)}.
          <button
            type="button"
            className="font-medium text-accent hover:underline"
            onClick={() => change({ to: undefined })}
          >
            Show all tiers
          </button>
        </p>
      )}
    </>
  );
}

function CostAtEnd({ series, to }: { readonly series: Series | undefined; readonly to: string }) {
  const point = series?.points.find(({ quantity }) => quantity === to);
  if (series === undefined || point === undefined) return null;
  return (
    <span className="figures block">
      At {formatQuantity(to)}: <span className="font-medium">{formatMoney(point.amount, series.currency)}</span>
      {point.tier !== null && (
        <span className="text-muted">
          {" "}
          · Tier {point.tier.number}
          {point.tier.maxUnits === null && ", the last one"}
        </span>
      )}
    </span>
  );
}

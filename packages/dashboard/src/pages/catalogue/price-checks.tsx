import { useState } from "react";
import { CheckField } from "../../design/field.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { nameOfPrice, unitOfPrice } from "./prices/price-name.ts";
import { priceSentence } from "./prices/price-sentence.ts";
import { usePricesWith, useProducts } from "./queries.ts";

interface PriceChecksProps {
  readonly legend: string;
  /** Only prices of one currency can be sold together. */
  readonly currency: string | undefined;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Prices to choose from, each with what the customer pays. The first chosen price determines the currency. */
export function PriceChecks({ legend, currency, chosen, onChange }: PriceChecksProps) {
  const products = useProducts();
  // Prices chosen when the page was opened come first, and stay there if they are unchecked.
  const [begun] = useState(chosen);
  const { prices, isPending, error } = usePricesWith([...begun, ...chosen]);
  const decided = currency ?? prices.find(({ id }) => chosen.includes(id))?.currency;
  const offered = prices
    .filter(
      (price) =>
        begun.includes(price.id) ||
        chosen.includes(price.id) ||
        (price.archivedAt === null && (decided === undefined || price.currency === decided)),
    )
    .toSorted((one, other) => Number(begun.includes(other.id)) - Number(begun.includes(one.id)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex max-h-64 flex-col gap-3 overflow-y-auto rounded-md border border-line p-3">
        {isPending && (error === null ? <Skeleton className="h-60" /> : <FailureLine error={error} />)}
        {!isPending && offered.length === 0 && (
          <p className="text-sm text-muted">No prices{decided === undefined ? "" : ` in ${decided}`} yet.</p>
        )}
        {offered.map((price) => (
          <CheckField
            key={price.id}
            label={nameOfPrice(price, products)}
            hint={priceSentence(price, unitOfPrice(price.productId, products))}
            checked={chosen.includes(price.id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, price.id] : chosen.filter((id) => id !== price.id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

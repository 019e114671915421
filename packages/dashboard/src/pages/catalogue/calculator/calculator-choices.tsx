import type { Price, Product } from "@counterfoil/sdk";
import { useEffect, useState } from "react";
import { useAddress } from "../../../routing/address.ts";
import { Card } from "../../../design/card.tsx";
import { SelectField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { AccountField } from "../../../named/account-field.tsx";
import { nameByCost } from "../prices/price-name.ts";

interface CalculatorChoicesProps {
  readonly chosen: readonly Price[];
  readonly prices: readonly Price[];
  readonly products: readonly Product[];
  /** The highest quantity of the chart. */
  readonly to: string;
}

const MOST = 6;
const PAUSE_MILLISECONDS = 300;

/** Chooses the prices, the highest quantity, the presentation, and the account whose usage is marked. */
export function CalculatorChoices({ chosen, prices, products, to: shown }: CalculatorChoicesProps) {
  const [search, change] = useAddress("/calculator");
  const currency = chosen[0]?.currency;
  // Amounts in two currencies cannot be compared on one axis.
  const offered = prices.filter(
    (price) => !chosen.includes(price) && (currency === undefined || price.currency === currency),
  );
  const [to, setTo] = useState(shown);
  useEffect(() => setTo(shown), [shown]);
  useEffect(() => {
    if (!/^\d*[1-9]\d*$/.test(to) || to === shown) return;
    const timer = setTimeout(() => change({ to }, { replace: true }), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [to, shown, change]);
  return (
    <Card>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_9rem_10rem_minmax(0,1fr)]">
        <SelectField
          label={chosen.length === 0 ? "Price" : `Compare with another price in ${currency ?? ""}`}
          value=""
          disabled={chosen.length >= MOST}
          onChange={(event) => change({ prices: [...chosen.map(({ id }) => id), event.target.value].join(",") })}
        >
          <option value="">{chosen.length >= MOST ? "Six prices is the limit" : "Choose…"}</option>
          {offered.map((price) => (
            <option key={price.id} value={price.id}>
              {nameByCost(price, products)}
            </option>
          ))}
        </SelectField>
        <NumberField label="Up to quantity" kind="count" required value={to} onChange={setTo} />
        <SelectField
          label="Chart"
          value={search.shows ?? ""}
          onChange={(event) => change({ shows: event.target.value }, { replace: true })}
        >
          <option value="">Amount</option>
          <option value="unit">Price per unit</option>
        </SelectField>
        <AccountField
          label="Show usage of"
          accountId={search.account}
          onChoose={(account) => change({ account }, { replace: true })}
        />
      </div>
    </Card>
  );
}

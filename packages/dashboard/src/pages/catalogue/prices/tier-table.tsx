import type { Price } from "@counterfoil/sdk";
import { Card } from "../../../design/card.tsx";
import { classes } from "../../../design/classes.ts";
import { Nothing } from "../../../design/when.tsx";
import { formatMoney, formatPercent, formatQuantity, toLength } from "../../../format/amount.ts";
import { type PlainTier, tiersOfPrice } from "./tiers-of-price.ts";

interface TierTableProps {
  readonly price: Price;
  /** The price's name, where several prices are shown. */
  readonly name?: string;
  readonly charges?: Charges;
}

/** Amounts by quantity, up to the end of a chart. */
interface Charges {
  readonly to: string;
  readonly amountAt: (quantity: string) => string | undefined;
}

/** The tiers of a price. With `charges`, also what the last quantity of each tier costs. */
export function TierTable({ price, name, charges }: TierTableProps) {
  const found = tiersOfPrice(price);
  if (found === null) return null;
  const { tiers, isShare } = found;
  const title = name === undefined ? "Tiers" : `Tiers of ${name}`;
  const heads = ["Above", "Up to", isShare ? "Percent" : "Per unit", "Fixed fee"];
  return (
    <Card title={title} flush>
      <table aria-label={title} className="figures w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            {[...heads, ...(charges === undefined ? [] : ["Cost at end"])].map((head, place) => (
              <th
                key={head}
                scope="col"
                className={classes(
                  "px-2 py-2 font-medium first:pl-4 last:pr-4",
                  place === 1 && charges !== undefined && "max-sm:pl-4",
                  place > 1 && "text-right",
                  (place === 0 || place === 3) && charges !== undefined && "max-sm:hidden",
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier, index) => {
            const from = String(tiers[index - 1]?.maxUnits ?? 0);
            return (
              <tr key={from} className="border-t border-line">
                <td className={classes("py-2 pr-2 pl-4", charges !== undefined && "max-sm:hidden")}>
                  {formatQuantity(from)}
                </td>
                <td className={classes("px-2 py-2", charges !== undefined && "max-sm:pl-4")}>{endOf(tier)}</td>
                <td className="px-2 py-2 text-right">
                  {isShare ? formatPercent(tier.rate) : formatMoney(tier.rate, price.currency)}
                </td>
                <td className={classes("px-2 py-2 text-right last:pr-4", charges !== undefined && "max-sm:hidden")}>
                  {formatMoney(tier.fixedFee, price.currency)}
                </td>
                {charges !== undefined && (
                  <td className="py-2 pr-4 pl-2 text-right">
                    <Total tier={tier} from={from} charges={charges} currency={price.currency} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

function endOf({ maxUnits }: PlainTier): string {
  return maxUnits === null ? "No limit" : formatQuantity(String(maxUnits));
}

interface TotalProps {
  readonly tier: PlainTier;
  readonly from: string;
  readonly charges: Charges;
  readonly currency: string;
}

/** The cost of the tier's last quantity. The last tier has none, so the chart's last quantity stands for it. */
function Total({ tier: { maxUnits }, from, charges: { to, amountAt }, currency }: TotalProps) {
  const quantity = maxUnits === null ? to : String(maxUnits);
  const amount = amountAt(quantity);
  if (amount === undefined || toLength(quantity) <= toLength(from)) return <Nothing />;
  return (
    <>
      {maxUnits === null && <span className="text-muted max-sm:block">at {formatQuantity(to)}: </span>}
      {formatMoney(amount, currency)}
    </>
  );
}

import type { Price } from "@counterfoil/sdk";
import { Card } from "../../../design/card.tsx";
import { formatMoney, formatPercent, formatQuantity } from "../../../format/amount.ts";
import { tiersOfPrice } from "./tiers-of-price.ts";

/** The tiers of a price, as they are written. */
export function TierTable({ price }: { readonly price: Price }) {
  const found = tiersOfPrice(price);
  if (found === null) return null;
  const { tiers, isShare } = found;
  return (
    <Card title="Tiers" flush>
      <table aria-label="Tiers" className="figures w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="px-4 py-2 font-medium">
              Above
            </th>
            <th scope="col" className="px-2 py-2 font-medium">
              Up to
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              {isShare ? "Percent" : "Per unit"}
            </th>
            <th scope="col" className="px-4 py-2 text-right font-medium">
              Fixed fee
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map(({ maxUnits, rate, fixedFee }, index) => {
            const from = index === 0 ? "0" : String(tiers[index - 1]?.maxUnits ?? 0);
            return (
              <tr key={from} className="border-t border-line">
                <td className="px-4 py-2">{formatQuantity(from)}</td>
                <td className="px-2 py-2">{maxUnits === null ? "No limit" : formatQuantity(String(maxUnits))}</td>
                <td className="px-2 py-2 text-right">
                  {isShare ? formatPercent(rate) : formatMoney(rate, price.currency)}
                </td>
                <td className="px-4 py-2 text-right">{formatMoney(fixedFee, price.currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}

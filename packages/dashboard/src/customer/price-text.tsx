import type { TieredPricingModelTier, QuoteDocumentVersionPriceGroupPrice } from "@counterfoil/sdk";
import { isZero } from "../format/amount.ts";
import { useReading } from "./reading.ts";

/** Whether the price is short enough to be shown next to the item's name. */
export function isPriceShort(price: QuoteDocumentVersionPriceGroupPrice): boolean {
  return (price.fixedPricingModel ?? price.unitPricingModel ?? price.packagePricingModel) !== undefined;
}

/** A price as one line or as its tiers. Other details are in the PDF. */
export function PriceText({ price }: { readonly price: QuoteDocumentVersionPriceGroupPrice }) {
  const { words, say, money, quantity } = useReading();
  const { currency, product } = price;
  const unit = product.unitLabel ?? price.metrics[0]?.name ?? words.tierFrom;
  if (price.fixedPricingModel !== undefined) {
    const { total, units, pricePerUnit } = price.fixedPricingModel;
    return (
      <p className="figures text-base">
        {money(total.value, currency)}
        {String(units) !== "1" && (
          <span className="text-sm text-muted">
            {" "}
            = {quantity(String(units))} × {money(pricePerUnit.value, currency)}
          </span>
        )}
      </p>
    );
  }
  if (price.unitPricingModel !== undefined) {
    return (
      <p className="figures text-base">
        {money(price.unitPricingModel.pricePerUnit.value, currency)}{" "}
        <span className="text-sm text-muted">{say("perUnit", { unit })}</span>
      </p>
    );
  }
  if (price.packagePricingModel !== undefined) {
    const { packageSize, includedUnits, pricePerPackage } = price.packagePricingModel;
    return (
      <p className="figures text-base">
        {money(pricePerPackage.value, currency)}{" "}
        <span className="text-sm text-muted">
          {say("packageOf", { size: quantity(String(packageSize)) })}
          {String(includedUnits) !== "0" && ` · ${say("usedIncluded", { included: quantity(String(includedUnits)) })}`}
        </span>
      </p>
    );
  }
  if (price.tieredPricingModel !== undefined)
    return <Tiers tiers={price.tieredPricingModel.tiers} currency={currency} note={words.allUnits} />;
  if (price.graduatedTieredPricingModel !== undefined) {
    return <Tiers tiers={price.graduatedTieredPricingModel.tiers} currency={currency} note={words.eachUnit} />;
  }
  return <p className="text-sm text-muted">{words.seePdf}</p>;
}

interface TiersProps {
  readonly tiers: readonly TieredPricingModelTier[];
  readonly currency: string;
  readonly note: string;
}

function Tiers({ tiers, currency, note }: TiersProps) {
  const { words, money, quantity } = useReading();
  const hasFees = tiers.some(({ fixedFee }) => !isZero(fixedFee.value));
  return (
    <div className="mt-1">
      <table className="w-full max-w-md text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {words.tierFrom}
            </th>
            <th scope="col" className="text-end font-medium">
              {words.tierPrice}
            </th>
            {hasFees && (
              <th scope="col" className="text-end font-medium">
                {words.flatFee}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="figures">
          {tiers.map(({ minUnits, maxUnits, pricePerUnit, fixedFee }) => (
            <tr key={String(minUnits)} className="border-t border-line">
              <td className="py-1">
                {quantity(String(minUnits))} – {maxUnits === null ? "∞" : quantity(String(maxUnits))}
              </td>
              <td className="text-end">{money(pricePerUnit.value, currency)}</td>
              {hasFees && <td className="text-end">{money(fixedFee.value, currency)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-xs text-muted">{note}</p>
    </div>
  );
}

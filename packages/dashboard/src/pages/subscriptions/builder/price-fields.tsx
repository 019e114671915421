import type { CreatePriceBody, CreatePriceBodyTieredPricingModelTier, PriceBillingInterval } from "@counterfoil/sdk";
import { BareInput, SelectField, TextField } from "../../../design/field.tsx";
import { toWords } from "../../../format/words.ts";

interface PriceFieldsProps {
  readonly price: CreatePriceBody;
  readonly onChange: (price: CreatePriceBody) => void;
}

const INTERVALS: readonly PriceBillingInterval[] = ["daily", "weekly", "monthly", "quarterly", "semi_annual", "yearly"];
const TIERED = [
  "tieredPricingModel",
  "graduatedTieredPricingModel",
  "prepaidTieredPricingModel",
  "prepaidFixedTieredPricingModel",
] as const;

/** What a price costs, to be changed where it stands: the fields that its model has. */
export function PriceFields({ price, onChange }: PriceFieldsProps) {
  const { fixedPricingModel: fixed, unitPricingModel: unit, packagePricingModel: packages, discount } = price;
  const tiered = TIERED.find((member) => isThere(price[member]));
  const model = tiered === undefined ? null : price[tiered];
  const shares = (["tieredPercentagePricingModel", "graduatedPercentagePricingModel"] as const).find((member) =>
    isThere(price[member]),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3">
        {isThere(fixed) && (
          <>
            <TextField
              label="Price per unit"
              inputMode="decimal"
              value={fixed.pricePerUnit.value}
              onChange={({ target }) =>
                onChange({ ...price, fixedPricingModel: { ...fixed, pricePerUnit: { value: target.value } } })
              }
            />
            <TextField
              label="Units"
              inputMode="decimal"
              value={String(fixed.units)}
              onChange={({ target }) => onChange({ ...price, fixedPricingModel: { ...fixed, units: target.value } })}
            />
          </>
        )}
        {isThere(unit) && (
          <TextField
            label="Price per unit"
            inputMode="decimal"
            value={unit.pricePerUnit.value}
            onChange={({ target }) =>
              onChange({ ...price, unitPricingModel: { pricePerUnit: { value: target.value } } })
            }
          />
        )}
        {isThere(packages) && (
          <>
            <TextField
              label="Price per package"
              inputMode="decimal"
              value={packages.pricePerPackage.value}
              onChange={({ target }) =>
                onChange({ ...price, packagePricingModel: { ...packages, pricePerPackage: { value: target.value } } })
              }
            />
            <TextField
              label="Units in a package"
              inputMode="decimal"
              value={String(packages.packageSize)}
              onChange={({ target }) =>
                onChange({ ...price, packagePricingModel: { ...packages, packageSize: target.value } })
              }
            />
          </>
        )}
        {price.billingInterval !== null && (
          <SelectField
            label="Billed"
            value={price.billingInterval ?? "monthly"}
            onChange={({ target }) =>
              onChange({ ...price, billingInterval: INTERVALS.find((one) => one === target.value) ?? "monthly" })
            }
          >
            {INTERVALS.map((one) => (
              <option key={one} value={one}>
                {toWords(one)}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Discount in %"
          inputMode="decimal"
          hint={discount?.discountType === "amount" ? `Now ${discount.amount.value} off` : "None when empty."}
          value={discount?.discountType === "percentage" ? discount.amount.value : ""}
          onChange={({ target }) =>
            onChange({
              ...price,
              discount:
                target.value === ""
                  ? null
                  : { ...discount, discountType: "percentage", amount: { value: target.value } },
            })
          }
        />
      </div>
      {tiered !== undefined && isThere(model) && (
        <Tiers
          tiers={model.tiers}
          unitName="Price per unit"
          amountOf={({ pricePerUnit }) => pricePerUnit?.value ?? "0"}
          onAmount={(index, value) =>
            onChange({
              ...price,
              [tiered]: { ...model, tiers: replaced(model.tiers, index, { pricePerUnit: { value } }) },
            })
          }
          onFee={(index, value) =>
            onChange({ ...price, [tiered]: { ...model, tiers: replaced(model.tiers, index, { fixedFee: { value } }) } })
          }
        />
      )}
      {shares !== undefined && isThere(price[shares]) && (
        <Tiers
          tiers={price[shares].tiers}
          unitName="Per cent"
          amountOf={({ percentage }) => percentage?.value ?? "0"}
          onAmount={(index, value) =>
            onChange({
              ...price,
              [shares]: { tiers: replaced(price[shares]?.tiers ?? [], index, { percentage: { value } }) },
            })
          }
          onFee={(index, value) =>
            onChange({
              ...price,
              [shares]: { tiers: replaced(price[shares]?.tiers ?? [], index, { fixedFee: { value } }) },
            })
          }
        />
      )}
    </div>
  );
}

type Bounds = Pick<CreatePriceBodyTieredPricingModelTier, "minUnits" | "maxUnits" | "fixedFee">;

interface TiersProps<Tier extends Bounds> {
  readonly tiers: readonly Tier[];
  readonly unitName: string;
  readonly amountOf: (tier: Tier) => string;
  readonly onAmount: (index: number, value: string) => void;
  readonly onFee: (index: number, value: string) => void;
}

function Tiers<Tier extends Bounds>({ tiers, unitName, amountOf, onAmount, onFee }: TiersProps<Tier>) {
  return (
    <table className="w-full max-w-lg text-sm">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="py-1 font-medium">
            Units
          </th>
          <th scope="col" className="py-1 font-medium">
            {unitName}
          </th>
          <th scope="col" className="py-1 font-medium">
            Fixed fee
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, index) => (
          <tr key={`${tier.minUnits}`}>
            <td className="figures py-1 pr-3 whitespace-nowrap">
              {tier.minUnits}
              {!isThere(tier.maxUnits) ? " and more" : ` to ${tier.maxUnits}`}
            </td>
            <td className="py-1 pr-2">
              <BareInput
                label={`${unitName} of tier ${index + 1}`}
                inputMode="decimal"
                value={amountOf(tier)}
                onChange={({ target }) => onAmount(index, target.value)}
              />
            </td>
            <td className="py-1">
              <BareInput
                label={`Fixed fee of tier ${index + 1}`}
                inputMode="decimal"
                value={tier.fixedFee?.value ?? "0"}
                onChange={({ target }) => onFee(index, target.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function replaced<Tier>(tiers: readonly Tier[], index: number, change: Partial<Tier>): Tier[] {
  return tiers.map((tier, place) => (place === index ? { ...tier, ...change } : tier));
}

function isThere<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && value !== undefined;
}

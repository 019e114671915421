import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../design/button.tsx";
import { BareNumber } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { formatQuantity } from "../../../format/amount.ts";
import type { ModelFieldsProps } from "./model-fields-props.ts";
import type { TierDraft } from "./price-draft.ts";

interface TierFieldsProps extends ModelFieldsProps {
  readonly member: string;
  /** For a share of a volume, in percent. */
  readonly isShare?: boolean;
}

/** Tiers as rows: each begins where the one before ends, and the last has no end. */
export function TierFields({ draft, unit, error, onChange, member, isShare = false }: TierFieldsProps) {
  const { tiers, currency } = draft;
  const set = (place: number, change: Partial<TierDraft>) =>
    onChange({ tiers: tiers.map((tier, index) => (index === place ? { ...tier, ...change } : tier)) });
  const rate = isShare ? "Percent" : `Per ${unit}, ${currency}`;
  return (
    <div>
      <table aria-label="Tiers" className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="w-24 py-1 pr-2 font-medium max-sm:hidden">
              Above
            </th>
            <th scope="col" className="px-1 py-1 font-medium">
              Up to
            </th>
            <th scope="col" className="px-1 py-1 font-medium">
              {rate}
            </th>
            <th scope="col" className="px-1 py-1 font-medium">
              Fee, {currency}
            </th>
            <th scope="col" className="w-9">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier, place) => {
            const isLast = place === tiers.length - 1;
            const name = `tier ${place + 1}`;
            const at = `/${member}/tiers/${place}`;
            const fault = (...ends: readonly string[]) =>
              ends.map((end) => faultAt(error, `${at}${end}`)).find((one) => one !== undefined);
            return (
              <tr key={place} className="align-top">
                <td className="figures py-1.5 pr-2 text-muted max-sm:hidden">{lower(tiers[place - 1])}</td>
                <td className="p-1">
                  {isLast ? (
                    <div className="flex h-9 items-center text-muted">No limit</div>
                  ) : (
                    <BareNumber
                      label={`End of ${name}`}
                      kind="quantity"
                      value={tier.upTo}
                      onChange={(upTo) => set(place, { upTo })}
                      fault={fault("/maxUnits", "/minUnits", "")}
                    />
                  )}
                  {isLast && <Fault>{fault("/maxUnits", "/minUnits", "")}</Fault>}
                </td>
                <td className="p-1">
                  <BareNumber
                    label={`${rate} of ${name}`}
                    kind={isShare ? "percent" : "amount"}
                    value={tier.price}
                    onChange={(price) => set(place, { price })}
                    fault={fault("/pricePerUnit", "/pricePerUnit/value", "/percentage", "/percentage/value")}
                    className="text-right"
                  />
                </td>
                <td className="p-1">
                  <BareNumber
                    label={`Fixed fee of ${name}`}
                    kind="amount"
                    value={tier.fixedFee}
                    onChange={(fixedFee) => set(place, { fixedFee })}
                    fault={fault("/fixedFee", "/fixedFee/value")}
                    className="text-right"
                  />
                </td>
                <td className="py-1">
                  <IconButton
                    label={`Remove ${name}`}
                    disabled={tiers.length === 1}
                    onClick={() => onChange({ tiers: tiers.filter((_, index) => index !== place) })}
                  >
                    <Trash2 className="size-4" />
                  </IconButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Button
        className="mt-2"
        icon={<Plus aria-hidden className="size-4" />}
        onClick={() => onChange({ tiers: [...tiers, { upTo: "", price: "", fixedFee: "" }] })}
      >
        Add tier
      </Button>
    </div>
  );
}

function Fault({ children }: { readonly children: string | undefined }) {
  return children === undefined ? null : <p className="mt-1 text-xs text-bad">{children}</p>;
}

function lower(before: TierDraft | undefined): string {
  if (before === undefined) return "0";
  return formatQuantity(before.upTo);
}

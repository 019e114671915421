import type { ReactNode } from "react";
import { SelectField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import type { NumberKind } from "../../../format/typed-number.ts";
import { toWords } from "../../../format/words.ts";
import { ExpressionFields } from "./expression-fields.tsx";
import { MatrixFields } from "./matrix-fields.tsx";
import { INTERVALS } from "./price-draft.ts";
import { TierFields } from "./tier-fields.tsx";
import type { ModelFieldsProps } from "./model-fields-props.ts";

type TextMember = "units" | "pricePerUnit" | "percentage" | "fixedFee" | "packageSize" | "includedUnits";

const KINDS: Readonly<Record<TextMember, NumberKind>> = {
  units: "quantity",
  pricePerUnit: "amount",
  percentage: "percent",
  fixedFee: "amount",
  packageSize: "quantity",
  includedUnits: "quantity",
};

/** The fields of the chosen model. */
export function ModelFields(props: ModelFieldsProps) {
  const { draft, unit, error, onChange } = props;
  const { currency } = draft;
  const text = (member: TextMember, label: string, pointer: string, hint?: string): ReactNode => (
    <NumberField
      label={label}
      hint={hint}
      kind={KINDS[member]}
      value={draft[member]}
      onChange={(value) => onChange({ [member]: value })}
      fault={faultAt(error, pointer) ?? faultAt(error, `${pointer}/value`)}
    />
  );
  switch (draft.type) {
    case "fixed":
      return (
        <Row>
          {text("pricePerUnit", `Price per ${unit} in ${currency}`, "/fixedPricingModel/pricePerUnit")}
          {text("units", "Units", "/fixedPricingModel/units")}
        </Row>
      );
    case "unit":
      return <Row>{text("pricePerUnit", `Price per ${unit} in ${currency}`, "/unitPricingModel/pricePerUnit")}</Row>;
    case "package":
      return (
        <Row>
          {text("packageSize", `${toWords(unit)}s per package`, "/packagePricingModel/packageSize")}
          {text("pricePerUnit", `Price per package in ${currency}`, "/packagePricingModel/pricePerPackage")}
          {text(
            "includedUnits",
            `${toWords(unit)}s included`,
            "/packagePricingModel/includedUnits",
            "Free units before the first package",
          )}
        </Row>
      );
    case "volume_percentage":
      return (
        <Row>
          {text("percentage", "Percent of volume", "/volumePercentagePricingModel/percentage")}
          {text("pricePerUnit", `Fee per event in ${currency}`, "/volumePercentagePricingModel/pricePerUnit")}
          {text(
            "fixedFee",
            `Fixed fee in ${currency}`,
            "/volumePercentagePricingModel/fixedFee",
            "Charged if there is at least one event",
          )}
        </Row>
      );
    case "tiered":
      return <TierFields {...props} member="tieredPricingModel" />;
    case "graduated_tiered":
      return <TierFields {...props} member="graduatedTieredPricingModel" />;
    case "tiered_percentage":
      return <TierFields {...props} member="tieredPercentagePricingModel" isShare />;
    case "graduated_percentage":
      return <TierFields {...props} member="graduatedPercentagePricingModel" isShare />;
    case "prepaid_tiered":
      return (
        <div className="flex flex-col gap-4">
          <Row>{text("units", `Prepaid ${unit}s`, "/prepaidTieredPricingModel/units")}</Row>
          <TierFields {...props} member="prepaidTieredPricingModel" />
        </div>
      );
    case "prepaid_fixed_tiered":
      return (
        <div className="flex flex-col gap-4">
          <Row>
            {text(
              "units",
              `Prepaid ${unit}s`,
              "/prepaidFixedTieredPricingModel/units",
              "Billed at the fee of the tier they reach",
            )}
            <SelectField
              label="Overage billing"
              value={draft.overageInterval}
              onChange={(event) =>
                onChange({ overageInterval: INTERVALS.find((one) => one === event.target.value) ?? "" })
              }
              fault={faultAt(error, "/prepaidFixedTieredPricingModel/overageInterval")}
            >
              <option value="">With the billing interval</option>
              {INTERVALS.map((one) => (
                <option key={one} value={one}>
                  {toWords(one)}
                </option>
              ))}
            </SelectField>
          </Row>
          <TierFields {...props} member="prepaidFixedTieredPricingModel" />
        </div>
      );
    case "matrix":
      return <MatrixFields {...props} />;
    case "expression":
      return <ExpressionFields {...props} />;
  }
}

function Row({ children }: { readonly children: ReactNode }) {
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2 @2xl:grid-cols-3">{children}</div>
    </div>
  );
}

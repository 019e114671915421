import { CheckField, SelectField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { PAYMENT_TERMS } from "../../../named/payment-terms.ts";
import { DiscountFields } from "../discount-fields.tsx";
import { type ContractDraft, LIMIT_PERIODS } from "./contract-draft.ts";

interface ContractFieldsProps {
  readonly draft: ContractDraft;
  readonly currency: string;
  readonly error: unknown;
  readonly onChange: (change: Partial<ContractDraft>) => void;
}

const UNITS: readonly ContractDraft["discountUnit"][] = ["days", "weeks", "months", "years"];

/** The fields for the terms besides the prices, of a plan or of one contract. */
export function ContractFields({ draft, currency, error, onChange }: ContractFieldsProps) {
  const number = (
    member: "contractMonths" | "trialPeriodDays" | "renewalMonths" | "minimum" | "maximum" | "discountLength",
    pointer: string,
  ) => ({
    value: draft[member],
    onChange: (value: string) => onChange({ [member]: value }),
    fault: faultAt(error, pointer),
  });
  const period = (member: "minimumPeriod" | "maximumPeriod") => (
    <SelectField
      label={member === "minimumPeriod" ? "Minimum spend per" : "Maximum spend per"}
      className="w-28 shrink-0"
      value={draft[member]}
      onChange={(event) => onChange({ [member]: LIMIT_PERIODS.find((one) => one === event.target.value) ?? "month" })}
    >
      {LIMIT_PERIODS.map((one) => (
        <option key={one} value={one}>
          {toWords(one)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2 @2xl:grid-cols-3">
        <NumberField
          label="Contract length (months)"
          kind="count"
          hint="Leave blank for month-to-month."
          {...number("contractMonths", "/contractDuration")}
        />
        <NumberField label="Trial days" kind="count" {...number("trialPeriodDays", "/trialPeriodDays")} />
        <SelectField
          label="Payment terms"
          value={draft.invoicePaymentTerms}
          onChange={(event) =>
            onChange({ invoicePaymentTerms: PAYMENT_TERMS.find((one) => one === event.target.value) ?? "" })
          }
        >
          <option value="">Organization default</option>
          {PAYMENT_TERMS.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </SelectField>
        <div className="self-center">
          <CheckField
            label="Auto-renew"
            checked={draft.autoRenew}
            onChange={(event) => onChange({ autoRenew: event.target.checked })}
          />
        </div>
        {draft.autoRenew && (
          <NumberField
            label="Renewal length (months)"
            kind="count"
            hint="Leave blank for month-to-month."
            {...number("renewalMonths", "/renewalDuration")}
          />
        )}
        <div className="flex items-end gap-2 @2xl:col-start-1">
          <NumberField label="Minimum spend" kind="amount" {...number("minimum", "/minimumSpend/amount")} />
          {period("minimumPeriod")}
        </div>
        <div className="flex items-end gap-2">
          <NumberField label="Maximum spend" kind="amount" {...number("maximum", "/maximumSpend/amount")} />
          {period("maximumPeriod")}
        </div>
        <DiscountFields
          draft={draft}
          currency={currency}
          fault={faultAt(error, "/discount/amount")}
          onChange={onChange}
        >
          <NumberField
            label="Discount duration"
            placeholder="Forever"
            kind="count"
            {...number("discountLength", "/discount/durationValue")}
          />
          <SelectField
            label="Duration unit"
            className="w-28 shrink-0"
            value={draft.discountUnit}
            onChange={(event) =>
              onChange({ discountUnit: UNITS.find((one) => one === event.target.value) ?? "months" })
            }
          >
            {UNITS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
        </DiscountFields>
      </div>
    </div>
  );
}

import { CheckField, SelectField, TextField } from "../../../design/field.tsx";
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

/** What is agreed beside the prices: of a plan, or of one contract. */
export function ContractFields({ draft, currency, error, onChange }: ContractFieldsProps) {
  const text = (
    member: "contractMonths" | "trialPeriodDays" | "renewalMonths" | "minimum" | "maximum" | "discountLength",
    pointer: string,
  ) => ({
    value: draft[member],
    onChange: (event: { target: { value: string } }) => onChange({ [member]: event.target.value }),
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
        <TextField
          label="Contract length (months)"
          inputMode="numeric"
          hint="Leave blank for month-to-month."
          {...text("contractMonths", "/contractDuration")}
        />
        <TextField label="Trial days" inputMode="numeric" {...text("trialPeriodDays", "/trialPeriodDays")} />
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
          <TextField
            label="Renewal length (months)"
            inputMode="numeric"
            hint="Leave blank for month-to-month."
            {...text("renewalMonths", "/renewalDuration")}
          />
        )}
        <div className="flex items-end gap-2 @2xl:col-start-1">
          <TextField label="Minimum spend" inputMode="decimal" {...text("minimum", "/minimumSpend/amount")} />
          {period("minimumPeriod")}
        </div>
        <div className="flex items-end gap-2">
          <TextField label="Maximum spend" inputMode="decimal" {...text("maximum", "/maximumSpend/amount")} />
          {period("maximumPeriod")}
        </div>
        <DiscountFields
          draft={draft}
          currency={currency}
          fault={faultAt(error, "/discount/amount")}
          onChange={onChange}
        >
          <TextField
            label="Discount duration"
            placeholder="Forever"
            inputMode="numeric"
            {...text("discountLength", "/discount/durationValue")}
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

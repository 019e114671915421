import { CheckField, SelectField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { PAYMENT_TERMS } from "../../invoices/write/terms-draft.ts";
import { LIMIT_PERIODS, type PlanDraft } from "./plan-draft.ts";

interface PlanTermsProps {
  readonly draft: PlanDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<PlanDraft>) => void;
}

const UNITS: readonly PlanDraft["discountUnit"][] = ["days", "weeks", "months", "years"];

export function PlanTerms({ draft, error, onChange }: PlanTermsProps) {
  const text = (
    member:
      | "contractMonths"
      | "trialPeriodDays"
      | "renewalMonths"
      | "minimum"
      | "maximum"
      | "discountAmount"
      | "discountLength",
    pointer: string,
  ) => ({
    value: draft[member],
    onChange: (event: { target: { value: string } }) => onChange({ [member]: event.target.value }),
    fault: faultAt(error, pointer),
  });
  const period = (member: "minimumPeriod" | "maximumPeriod") => (
    <SelectField
      label="Each"
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
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField
        label="Contract in months"
        inputMode="numeric"
        hint="Left empty, it rolls on month by month."
        {...text("contractMonths", "/contractDuration")}
      />
      <TextField label="Free days at the start" inputMode="numeric" {...text("trialPeriodDays", "/trialPeriodDays")} />
      <SelectField
        label="Payment terms"
        value={draft.invoicePaymentTerms}
        onChange={(event) =>
          onChange({ invoicePaymentTerms: PAYMENT_TERMS.find((one) => one === event.target.value) ?? "" })
        }
      >
        <option value="">The organization's</option>
        {PAYMENT_TERMS.map((one) => (
          <option key={one} value={one}>
            {toWords(one)}
          </option>
        ))}
      </SelectField>
      <div className="self-center">
        <CheckField
          label="Renews by itself"
          checked={draft.autoRenew}
          onChange={(event) => onChange({ autoRenew: event.target.checked })}
        />
      </div>
      {draft.autoRenew && (
        <TextField
          label="Renewed for months"
          inputMode="numeric"
          hint="Left empty, month by month."
          {...text("renewalMonths", "/renewalDuration")}
        />
      )}
      <div className="flex items-end gap-2 sm:col-start-1">
        <TextField label="At least" inputMode="decimal" {...text("minimum", "/minimumSpend/amount")} />
        {period("minimumPeriod")}
      </div>
      <div className="flex items-end gap-2">
        <TextField label="At most" inputMode="decimal" {...text("maximum", "/maximumSpend/amount")} />
        {period("maximumPeriod")}
      </div>
      <SelectField
        label="Discount"
        value={draft.discountType}
        onChange={(event) =>
          onChange({
            discountType: (["percentage", "amount"] as const).find((one) => one === event.target.value) ?? "",
          })
        }
      >
        <option value="">None</option>
        <option value="percentage">Per cent</option>
        <option value="amount">Amount</option>
      </SelectField>
      {draft.discountType !== "" && (
        <>
          <TextField
            label={draft.discountType === "percentage" ? "Per cent off" : `${draft.currency} off`}
            inputMode="decimal"
            {...text("discountAmount", "/discount/amount")}
          />
          <div className="flex items-end gap-2">
            <TextField
              label="For"
              placeholder="ever"
              inputMode="numeric"
              {...text("discountLength", "/discount/durationValue")}
            />
            <SelectField
              label="Its unit"
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
          </div>
        </>
      )}
    </div>
  );
}

import { useOrganization } from "../../../server/session.ts";
import { SelectField, TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { dayOfEither } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import { DiscountFields } from "../discount-fields.tsx";
import type { ModelFieldsProps } from "./model-fields-props.ts";
import { INTERVALS, type PriceDraft } from "./price-draft.ts";

const UNITS = [
  ["days", "days"],
  ["weeks", "weeks"],
  ["months", "months"],
  ["years", "years"],
  ["until", "Until a date"],
] as const satisfies readonly (readonly [PriceDraft["discountUnit"], string])[];

/** The fields for any price: trial days, a discount, minimum and maximum spend. */
export function PriceLimits({ draft, error, onChange }: Omit<ModelFieldsProps, "unit">) {
  const { timezone } = useOrganization();
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2 @2xl:grid-cols-3">
        <NumberField
          label="Trial days"
          kind="count"
          value={draft.trialPeriodDays}
          onChange={(trialPeriodDays) => onChange({ trialPeriodDays })}
          fault={faultAt(error, "/trialPeriodDays")}
        />
        <Limit
          name="minimum"
          label="Minimum spend"
          pointer="/minimumSpend"
          draft={draft}
          error={error}
          onChange={onChange}
        />
        <Limit
          name="maximum"
          label="Maximum spend"
          pointer="/maximumSpend"
          draft={draft}
          error={error}
          onChange={onChange}
        />
        <DiscountFields
          draft={draft}
          currency={draft.currency}
          fault={faultAt(error, "/discount/amount") ?? faultAt(error, "/discount/amount/value")}
          onChange={onChange}
        >
          {draft.discountUnit === "until" ? (
            <TextField
              label="Discount ends"
              type="date"
              value={dayOfEither(draft.discountEnd, timezone)}
              onChange={(event) => onChange({ discountEnd: event.target.value })}
              fault={faultAt(error, "/discount/endDate")}
            />
          ) : (
            <NumberField
              label="Discount duration"
              kind="count"
              placeholder="Forever"
              value={draft.discountLength}
              onChange={(discountLength) => onChange({ discountLength })}
              fault={faultAt(error, "/discount/periodLength")}
            />
          )}
          <SelectField
            label="Duration unit"
            className="w-30 shrink-0"
            value={draft.discountUnit}
            onChange={(event) =>
              onChange({ discountUnit: UNITS.find(([one]) => one === event.target.value)?.[0] ?? "months" })
            }
          >
            {UNITS.map(([one, name]) => (
              <option key={one} value={one}>
                {name}
              </option>
            ))}
          </SelectField>
        </DiscountFields>
      </div>
    </div>
  );
}

interface LimitProps extends Omit<ModelFieldsProps, "unit"> {
  readonly name: "minimum" | "maximum";
  readonly label: string;
  readonly pointer: string;
}

function Limit({ name, label, pointer, draft, error, onChange }: LimitProps) {
  const limit = draft[name];
  return (
    <div className="flex items-end gap-2">
      <NumberField
        className="flex-1"
        label={`${label}, ${draft.currency}`}
        kind="amount"
        value={limit.amount}
        onChange={(amount) => onChange({ [name]: { ...limit, amount } })}
        fault={faultAt(error, `${pointer}/amount`) ?? faultAt(error, pointer)}
      />
      <SelectField
        className="w-30 shrink-0"
        label={`${label} per`}
        value={limit.period}
        onChange={(event) =>
          onChange({ [name]: { ...limit, period: INTERVALS.find((one) => one === event.target.value) ?? "monthly" } })
        }
      >
        {INTERVALS.map((one) => (
          <option key={one} value={one}>
            {toWords(one)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

import { useOrganization } from "../../../server/session.ts";
import { SelectField, TextField } from "../../../design/field.tsx";
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

/** What may stand on any price: days for nothing, a discount, the least and the most that it comes to. */
export function PriceLimits({ draft, error, onChange }: Omit<ModelFieldsProps, "unit">) {
  const { timezone } = useOrganization();
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2 @2xl:grid-cols-3">
        <TextField
          label="Trial days"
          inputMode="numeric"
          value={draft.trialPeriodDays}
          onChange={(event) => onChange({ trialPeriodDays: event.target.value })}
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
            <TextField
              label="Discount duration"
              inputMode="numeric"
              placeholder="Forever"
              value={draft.discountLength}
              onChange={(event) => onChange({ discountLength: event.target.value })}
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
      <TextField
        className="flex-1"
        label={`${label}, ${draft.currency}`}
        inputMode="decimal"
        value={limit.amount}
        onChange={(event) => onChange({ [name]: { ...limit, amount: event.target.value } })}
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

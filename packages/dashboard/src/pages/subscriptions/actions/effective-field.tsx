import { SelectField, TextField } from "../../../design/field.tsx";

interface EffectiveFieldProps {
  readonly label: string;
  /** The named values of the API with their labels: `["period_end", "When the period ends"]`. */
  readonly options: readonly (readonly [value: string, name: string])[];
  /** One of the named values, or a day. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
}

/** When a change takes effect: a named moment, or a day. */
export function EffectiveField({ label, options, value, onChange, fault }: EffectiveFieldProps) {
  const isNamed = options.some(([named]) => named === value);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={label}
        value={isNamed ? value : "day"}
        onChange={(event) => onChange(event.target.value === "day" ? "" : event.target.value)}
        fault={isNamed ? fault : undefined}
      >
        {options.map(([named, name]) => (
          <option key={named} value={named}>
            {name}
          </option>
        ))}
        <option value="day">On a date</option>
      </SelectField>
      {!isNamed && (
        <TextField
          label="Date"
          type="date"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          fault={fault}
        />
      )}
    </div>
  );
}

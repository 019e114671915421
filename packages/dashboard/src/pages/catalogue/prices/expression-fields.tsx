import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../../design/button.tsx";
import { BareInput, BareSelect, TextField } from "../../../design/field.tsx";
import { BareNumber } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { writeNumber } from "../../../format/typed-number.ts";
import { useMetrics } from "../../../named/metrics.ts";
import type { ModelFieldsProps } from "./model-fields-props.ts";
import type { NameDraft } from "./price-draft.ts";

/** An expression over metrics and constants, each with its own name. */
export function ExpressionFields({ draft, error, onChange }: ModelFieldsProps) {
  const metrics = useMetrics();
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Expression"
        hint="Use + - * / and min, max, ceil, floor, round, and if. Example: max(0, calls - 1000) * rate"
        value={draft.expression}
        onChange={(event) => onChange({ expression: event.target.value })}
        fault={faultAt(error, "/expressionPricingModel/expression")}
        spellCheck={false}
      />
      <Names title="Metrics" names={draft.metrics} onChange={(next) => onChange({ metrics: next })}>
        {(one, set, place) => (
          <BareSelect
            label={`Metric ${place + 1}`}
            value={one.value}
            onChange={(event) => set({ value: event.target.value })}
          >
            <option value="">Choose a metric…</option>
            {metrics
              .filter(({ id, archivedAt }) => archivedAt === null || id === one.value)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </BareSelect>
        )}
      </Names>
      <Names title="Constants" names={draft.constants} onChange={(next) => onChange({ constants: next })}>
        {(one, set, place) => (
          <BareNumber
            label={`Value of constant ${place + 1}`}
            kind="quantity"
            placeholder={writeNumber("0.02")}
            value={one.value}
            onChange={(value) => set({ value })}
            fault={
              faultAt(error, `/expressionPricingModel/constants/${one.name.trim()}/value`) ??
              faultAt(error, `/expressionPricingModel/constants/${one.name.trim()}`)
            }
          />
        )}
      </Names>
    </div>
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly NameDraft[];
  readonly onChange: (names: readonly NameDraft[]) => void;
  readonly children: (one: NameDraft, set: (change: Partial<NameDraft>) => void, place: number) => ReactNode;
}

function Names({ title, names, onChange, children }: NamesProps) {
  const set = (place: number) => (change: Partial<NameDraft>) =>
    onChange(names.map((one, index) => (index === place ? { ...one, ...change } : one)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <ul className="flex flex-col gap-2">
        {names.map((one, place) => (
          <li key={place} className="flex flex-wrap items-center gap-2">
            <div className="w-36">
              <BareInput
                label={`Name ${place + 1} of ${title.toLowerCase()}`}
                placeholder="name"
                value={one.name}
                onChange={(event) => set(place)({ name: event.target.value })}
              />
            </div>
            <div className="w-56 max-w-full">{children(one, set(place), place)}</div>
            <IconButton
              label={`Remove name ${place + 1} of ${title.toLowerCase()}`}
              onClick={() => onChange(names.filter((_, index) => index !== place))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </li>
        ))}
        <li>
          <Button
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => onChange([...names, { name: "", value: "" }])}
          >
            Add
          </Button>
        </li>
      </ul>
    </fieldset>
  );
}

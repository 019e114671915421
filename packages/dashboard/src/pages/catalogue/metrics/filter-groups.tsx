import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../design/button.tsx";
import { BareInput, BareSelect } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { type ConditionDraft, EMPTY_CONDITION, type GroupDraft, OPERATORS } from "./metric-draft.ts";

interface FilterGroupsProps {
  readonly groups: readonly GroupDraft[];
  readonly error: unknown;
  readonly onChange: (groups: readonly GroupDraft[]) => void;
}

/** Filters in groups: within a group all or any conditions must hold, and all groups must. */
export function FilterGroups({ groups, error, onChange }: FilterGroupsProps) {
  const set = (place: number, change: Partial<GroupDraft>) =>
    onChange(groups.map((group, index) => (index === place ? { ...group, ...change } : group)));
  return (
    <div className="flex flex-col gap-3">
      {groups.map((group, place) => (
        <fieldset key={place} className="min-w-0 rounded-md border border-line p-3">
          <legend className="sr-only">Group {place + 1}</legend>
          <div className="mb-2 flex items-center justify-between">
            <BareSelect
              label={`Match type for group ${place + 1}`}
              value={group.operator}
              onChange={(event) => set(place, { operator: event.target.value === "or" ? "or" : "and" })}
            >
              <option value="and">All conditions</option>
              <option value="or">Any condition</option>
            </BareSelect>
            <IconButton
              label={`Remove group ${place + 1}`}
              onClick={() => onChange(groups.filter((_, index) => index !== place))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </div>
          <Conditions
            conditions={group.conditions}
            faultOf={(index) =>
              ["", "/field", "/operator", "/value"]
                .map((end) => faultAt(error, `/filters/${place}/filters/${index}${end}`))
                .find((fault) => fault !== undefined)
            }
            onChange={(conditions) => set(place, { conditions })}
          />
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...groups, { operator: "and", conditions: [EMPTY_CONDITION] }])}
        >
          Add group
        </Button>
      </div>
    </div>
  );
}

interface ConditionsProps {
  readonly conditions: readonly ConditionDraft[];
  readonly faultOf: (place: number) => string | undefined;
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}

function Conditions({ conditions, faultOf, onChange }: ConditionsProps) {
  const set = (place: number, change: Partial<ConditionDraft>) =>
    onChange(conditions.map((one, index) => (index === place ? { ...one, ...change } : one)));
  return (
    <ul className="flex flex-col gap-2">
      {conditions.map((condition, place) => (
        <li key={place} className="flex flex-wrap items-center gap-2">
          <div className="w-40">
            <BareInput
              label={`Property of condition ${place + 1}`}
              placeholder="property"
              value={condition.field}
              onChange={(event) => set(place, { field: event.target.value })}
            />
          </div>
          <BareSelect
            label={`Comparison of condition ${place + 1}`}
            value={condition.operator}
            onChange={(event) =>
              set(place, { operator: OPERATORS.find((one) => one === event.target.value) ?? "equal" })
            }
          >
            {OPERATORS.map((one) => (
              <option key={one} value={one}>
                {toWords(one).toLowerCase()}
              </option>
            ))}
          </BareSelect>
          {condition.operator === "exists" ? (
            <BareSelect
              label={`Value of condition ${place + 1}`}
              value={condition.value === "false" ? "false" : "true"}
              onChange={(event) => set(place, { value: event.target.value })}
            >
              <option value="true">yes</option>
              <option value="false">no</option>
            </BareSelect>
          ) : (
            <div className="w-44">
              <BareInput
                label={`Value of condition ${place + 1}`}
                placeholder={condition.operator === "in" || condition.operator === "not_in" ? "one, another" : "value"}
                value={condition.value}
                onChange={(event) => set(place, { value: event.target.value })}
              />
            </div>
          )}
          <IconButton
            label={`Remove condition ${place + 1}`}
            disabled={conditions.length === 1}
            onClick={() => onChange(conditions.filter((_, index) => index !== place))}
          >
            <Trash2 className="size-4" />
          </IconButton>
          {faultOf(place) !== undefined && <p className="w-full text-xs text-bad">{faultOf(place)}</p>}
        </li>
      ))}
      <li>
        <Button
          kind="quiet"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...conditions, EMPTY_CONDITION])}
        >
          Add condition
        </Button>
      </li>
    </ul>
  );
}

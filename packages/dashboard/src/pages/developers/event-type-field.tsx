import { useState } from "react";
import { CheckField } from "../../design/field.tsx";
import { toWords } from "../../format/words.ts";
import { EVENT_TYPES } from "./event-types.ts";

interface EventTypeFieldProps {
  readonly chosen: readonly string[];
  readonly onChange: (types: readonly string[]) => void;
  readonly fault?: string | undefined;
}

/** The notifications that an endpoint receives: all, whole groups, or single types. */
export function EventTypeField({ chosen, onChange, fault }: EventTypeFieldProps) {
  const [isOpen, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isAll = chosen.includes("*");
  const turn = (type: string) =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type]);
  const turnGroup = (group: string) => {
    const without = chosen.filter((one) => !one.startsWith(`${group}.`));
    onChange(chosen.includes(`${group}.*`) ? without : [...without, `${group}.*`]);
  };
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-medium">Event types</legend>
      <CheckField
        label="All events, including types added later"
        checked={isAll}
        onChange={() => onChange(isAll ? [] : ["*"])}
      />
      {!isAll && (
        <ul className="mt-3 grid gap-2">
          {EVENT_TYPES.map(([group, types]) => {
            const isWhole = chosen.includes(`${group}.*`);
            const some = types.filter((type) => chosen.includes(type)).length;
            return (
              <li key={group}>
                <div className="flex items-center justify-between gap-2">
                  <CheckField
                    label={toWords(group)}
                    checked={isWhole}
                    onChange={() => turnGroup(group)}
                    hint={!isWhole && some > 0 ? `${some} of ${types.length}` : undefined}
                  />
                  <button
                    type="button"
                    aria-expanded={isOpen.has(group)}
                    aria-label={`Choose ${toWords(group).toLowerCase()} events`}
                    className="min-h-6 rounded-sm px-1 text-xs text-accent hover:underline"
                    onClick={() =>
                      setOpen(
                        (before) =>
                          new Set(before.has(group) ? [...before].filter((one) => one !== group) : [...before, group]),
                      )
                    }
                  >
                    {isOpen.has(group) ? "Hide" : "Choose"}
                  </button>
                </div>
                {isOpen.has(group) && (
                  <div className="mt-1 ml-6 grid gap-1">
                    {types.map((type) => (
                      <CheckField
                        key={type}
                        label={type}
                        checked={isWhole || chosen.includes(type)}
                        disabled={isWhole}
                        onChange={() => turn(type)}
                      />
                    ))}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {fault !== undefined && <p className="mt-2 text-xs text-bad">{fault}</p>}
    </fieldset>
  );
}

import type { PriceType } from "@counterfoil/sdk";
import { classes } from "../../../design/classes.ts";
import { MODELS } from "./models.ts";

interface ModelChoiceProps {
  readonly chosen: PriceType;
  readonly onChoose: (type: PriceType) => void;
}

/** The pricing models side by side, each with its purpose. */
export function ModelChoice({ chosen, onChoose }: ModelChoiceProps) {
  return (
    <fieldset className="mb-5 min-w-0">
      <legend className="sr-only">Pricing model</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {MODELS.map(({ type, name, what }) => (
          <label
            key={type}
            aria-label={name}
            className={classes(
              "flex cursor-pointer gap-2 rounded-md border p-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
              type === chosen ? "border-accent bg-accent-soft" : "border-line hover:bg-sunken",
            )}
          >
            <input
              type="radio"
              name="model"
              value={type}
              checked={type === chosen}
              onChange={() => onChoose(type)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-xs text-muted">{what}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../design/button.tsx";
import { BareInput, TextField } from "../../../design/field.tsx";
import { BareNumber, NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import type { ModelFieldsProps } from "./model-fields-props.ts";
import type { CellDraft } from "./price-draft.ts";

/** A price for each combination of the values of some properties. */
export function MatrixFields({ draft, error, onChange }: ModelFieldsProps) {
  const { dimensions, cells, currency } = draft;
  const names = dimensions.map((name) => name.trim()).filter((name) => name !== "");
  const set = (place: number, change: Partial<CellDraft>) =>
    onChange({ cells: cells.map((cell, index) => (index === place ? { ...cell, ...change } : cell)) });
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Properties"
          hint="Event properties, separated by commas"
          value={dimensions.join(", ")}
          onChange={(event) => onChange({ dimensions: event.target.value.split(",").map((name) => name.trimStart()) })}
          fault={faultAt(error, "/matrixPricingModel/dimensions")}
        />
        <NumberField
          label={`Price for any other combination, ${currency} per unit`}
          hint="Leave blank to hold the invoice until you set a price."
          kind="amount"
          value={draft.defaultPrice}
          onChange={(defaultPrice) => onChange({ defaultPrice })}
          fault={
            faultAt(error, "/matrixPricingModel/defaultPricePerUnit") ??
            faultAt(error, "/matrixPricingModel/defaultPricePerUnit/value")
          }
        />
      </div>
      {names.length > 0 && (
        <ul className="flex flex-col gap-2">
          {cells.map((cell, place) => (
            <li key={place} className="flex flex-wrap items-center gap-2">
              {names.map((name) => (
                <div key={name} className="w-36">
                  <BareInput
                    label={`${name} of combination ${place + 1}`}
                    placeholder={name}
                    value={cell.values[name] ?? ""}
                    onChange={(event) => set(place, { values: { ...cell.values, [name]: event.target.value } })}
                  />
                </div>
              ))}
              <div className="w-32">
                <BareNumber
                  label={`Price of combination ${place + 1} in ${currency}`}
                  placeholder={`${currency} per unit`}
                  kind="amount"
                  value={cell.price}
                  onChange={(price) => set(place, { price })}
                  className="text-right"
                />
              </div>
              <IconButton
                label={`Remove combination ${place + 1}`}
                disabled={cells.length === 1}
                onClick={() => onChange({ cells: cells.filter((_, index) => index !== place) })}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
          <li>
            <Button
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => onChange({ cells: [...cells, { values: {}, price: "" }] })}
            >
              Add combination
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

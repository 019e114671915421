import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "../../../design/button.tsx";
import { TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { CatalogueItem } from "./catalogue-item.tsx";
import { emptyLine, isBlank, type LineDraft } from "./line-draft.ts";

interface LineRowsProps {
  readonly lines: readonly LineDraft[];
  readonly currency: string;
  readonly error: unknown;
  readonly onChange: (lines: readonly LineDraft[]) => void;
}

/** The rows of lines in the form: description, quantity, price, days. */
export function LineRows({ lines, currency, error, onChange }: LineRowsProps) {
  const next = useRef(1_000);
  const set = (key: number, change: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));
  const sent = lines.filter((line) => !isBlank(line));
  return (
    <div className="flex flex-col gap-4">
      {lines.map((line, place) => {
        const at = sent.indexOf(line);
        const fault = (member: string) => (at === -1 ? undefined : faultAt(error, `/lineItems/${at}/${member}`));
        return (
          <fieldset
            key={line.key}
            className="grid grid-cols-2 gap-3 border-b border-line pb-4 lg:grid-cols-[minmax(10rem,1fr)_5.5rem_6.5rem_7rem_9rem_9rem_2.25rem]"
          >
            <legend className="sr-only">Line {place + 1}</legend>
            <TextField
              label="Description"
              className="max-lg:col-span-2"
              value={line.description}
              onChange={(event) => set(line.key, { description: event.target.value })}
              fault={fault("description") ?? fault("productId")}
              {...(line.productId !== "" && { hint: "Catalog item. Its tax category applies." })}
            />
            <NumberField
              label="Quantity"
              kind="quantity"
              value={line.quantity}
              onChange={(quantity) => set(line.key, { quantity })}
              fault={fault("quantity")}
            />
            <TextField
              label="Unit"
              placeholder="hour"
              value={line.unitLabel}
              onChange={(event) => set(line.key, { unitLabel: event.target.value })}
              fault={fault("unitLabel")}
            />
            <NumberField
              label={`Price ${currency}`}
              kind="amount"
              required={!isBlank(line)}
              value={line.unitPrice}
              onChange={(unitPrice) => set(line.key, { unitPrice })}
              fault={fault("unitPrice")}
            />
            <TextField
              label="Start date"
              type="date"
              value={line.start}
              onChange={(event) => set(line.key, { start: event.target.value })}
              fault={fault("servicePeriod/start") ?? fault("servicePeriod")}
            />
            <TextField
              label="End date (exclusive)"
              type="date"
              value={line.end}
              onChange={(event) => set(line.key, { end: event.target.value })}
              fault={fault("servicePeriod/end")}
            />
            <IconButton
              label={`Remove line ${place + 1}`}
              className="self-end max-md:justify-self-end lg:mt-6 lg:self-start"
              disabled={lines.length === 1}
              onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </fieldset>
        );
      })}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => {
            next.current += 1;
            onChange([...lines, emptyLine(next.current)]);
          }}
        >
          Add line
        </Button>
        <CatalogueItem
          currency={currency}
          onAdd={(item) => {
            next.current += 1;
            // An empty first line makes way for the item.
            onChange([...sent, { ...emptyLine(next.current), ...item }]);
          }}
        />
      </div>
    </div>
  );
}

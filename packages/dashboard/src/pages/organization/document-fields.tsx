import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../design/button.tsx";
import { BareInput, CheckField, Field, SelectField, TextArea } from "../../design/field.tsx";
import { RadioCard } from "../../design/radio-card.tsx";
import type { DocumentLook } from "./document-look.ts";

const LAYOUTS = [
  ["classic", "Classic", "Fits a window envelope"],
  ["modern", "Modern", "Shows the amount first"],
  ["compact", "Compact", "Fits the most on a page"],
] as const;

interface DocumentFieldsProps {
  readonly look: DocumentLook;
  readonly onChange: (look: DocumentLook) => void;
  readonly fault: (pointer: string) => string | undefined;
}

export function DocumentFields({ look, onChange, fault }: DocumentFieldsProps) {
  const { brandColor, documentTemplate: template } = look;
  const set = (change: Partial<typeof template>) => onChange({ ...look, documentTemplate: { ...template, ...change } });
  const fields = template.customFields;
  const setField = (index: number, change: Partial<(typeof fields)[number]>) =>
    set({ customFields: fields.map((field, at) => (at === index ? { ...field, ...change } : field)) });
  return (
    <>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Layout</legend>
        <div className="grid gap-2 sm:grid-cols-3 xl:grid-cols-1">
          {LAYOUTS.map(([layout, name, note]) => (
            <RadioCard
              key={layout}
              name="layout"
              label={name}
              note={note}
              checked={template.layout === layout}
              onChange={() => set({ layout })}
            />
          ))}
        </div>
      </fieldset>
      <Field label="Color" hint="For lines and headings" fault={fault("/brandColor")}>
        {(ids) => (
          <input
            type="color"
            {...ids}
            value={brandColor}
            onChange={({ target }) => onChange({ ...look, brandColor: target.value })}
            className="h-9 w-16 cursor-pointer rounded-md border border-line bg-surface p-1"
          />
        )}
      </Field>
      <SelectField
        label="Paper size"
        value={template.paper ?? ""}
        onChange={({ target }) =>
          set({ paper: target.value === "a4" || target.value === "letter" ? target.value : null })
        }
      >
        <option value="">Based on your region</option>
        <option value="a4">A4</option>
        <option value="letter">Letter</option>
      </SelectField>
      <CheckField
        label="Show tiers, fees, and packages for usage"
        checked={template.showUsageDetail}
        onChange={({ target }) => set({ showUsageDetail: target.checked })}
      />
      <CheckField
        label="Show daily usage"
        checked={template.showUsageByDay}
        onChange={({ target }) => set({ showUsageByDay: target.checked })}
      />
      <TextArea
        label="Footer"
        value={template.footer ?? ""}
        onChange={({ target }) => set({ footer: target.value === "" ? null : target.value })}
        hint="Shown on documents without a custom footer"
        fault={fault("/documentTemplate/footer")}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Additional fields</legend>
        <div className="flex flex-col gap-2">
          {fields.map((field, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- fields have no ID, and their order never changes
            <div key={index} className="flex items-center gap-2">
              <BareInput
                label={`Name of field ${index + 1}`}
                placeholder="Cost center"
                value={field.label}
                onChange={({ target }) => setField(index, { label: target.value })}
              />
              <BareInput
                label={`Value of field ${index + 1}`}
                placeholder="4711"
                value={field.value}
                onChange={({ target }) => setField(index, { value: target.value })}
              />
              <IconButton
                label={`Remove field ${index + 1}`}
                onClick={() => set({ customFields: fields.filter((_, at) => at !== index) })}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </div>
          ))}
          <div>
            <Button
              icon={<Plus aria-hidden className="size-4" />}
              onClick={() => set({ customFields: [...fields, { label: "", value: "" }] })}
            >
              Add field
            </Button>
          </div>
        </div>
      </fieldset>
    </>
  );
}

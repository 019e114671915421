import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "./button.tsx";
import { BareInput } from "./field.tsx";

export interface KeyValueRow {
  readonly key: string;
  readonly value: string;
}

interface KeyValueRowsProps {
  readonly rows: readonly KeyValueRow[];
  readonly onChange: (rows: readonly KeyValueRow[]) => void;
  /** What a key is called: `Key`, `Property`. */
  readonly name?: string;
  readonly longestKey: number;
  readonly longestValue: number;
  /** A key that two rows have. */
  readonly repeated: string | null;
}

const NEW_ROW: KeyValueRow = { key: "", value: "" };

/** Keys with their values. Rows can be added and removed. */
export function KeyValueRows({ rows, onChange, name = "Key", longestKey, longestValue, repeated }: KeyValueRowsProps) {
  const set = (place: number, change: Partial<KeyValueRow>) =>
    onChange(rows.map((row, index) => (index === place ? { ...row, ...change } : row)));
  return (
    <div className="flex flex-col gap-2">
      {rows.map((row, index) => (
        // Rows have no identity of their own until they are saved.
        <div key={index} className="flex items-center gap-2">
          <BareInput
            label={`${name} ${index + 1}`}
            placeholder={name}
            maxLength={longestKey}
            className="max-w-40"
            value={row.key}
            onChange={({ target }) => set(index, { key: target.value })}
          />
          <BareInput
            label={`Value ${index + 1}`}
            placeholder="Value"
            maxLength={longestValue}
            value={row.value}
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <IconButton
            label={`Remove row ${index + 1}`}
            onClick={() => onChange(rows.filter((_, place) => place !== index))}
          >
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      {repeated !== null && (
        <p className="text-xs text-bad">
          Two rows have the {name.toLowerCase()} {repeated}. Rename one of them.
        </p>
      )}
      <div>
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => onChange([...rows, NEW_ROW])}>
          Add row
        </Button>
      </div>
    </div>
  );
}

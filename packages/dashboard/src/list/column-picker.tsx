import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../design/button.tsx";
import { CheckField } from "../design/field.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import type { Column } from "./column.ts";
import { columnKey, type ShownColumns } from "./shown-columns.ts";

interface ColumnPickerProps<Row> {
  /** All columns of the page. The first is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly chosen: ShownColumns<Row>;
}

/** Chooses and orders the columns of a list. */
export function ColumnPicker<Row>({ columns, chosen }: ColumnPickerProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Columns3 aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Columns
      </Button>
      <Dialog title="Columns" note="The first column is always shown." isOpen={isOpen} onClose={() => setOpen(false)}>
        <ColumnList columns={columns.slice(1)} chosen={chosen} />
        <DialogActions>
          <Button onClick={() => chosen.choose(null)} disabled={chosen.keys === null}>
            Reset
          </Button>
          <Button kind="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function ColumnList<Row>({ columns, chosen }: ColumnPickerProps<Row>) {
  const shown = chosen.shown.slice(1).map(columnKey);
  const hidden = columns.filter((column) => !shown.includes(columnKey(column)));
  const nameOf = (key: string) => columns.find((column) => columnKey(column) === key)?.name ?? key;
  const move = (key: string, by: number) => {
    const place = shown.indexOf(key);
    chosen.choose(shown.with(place, shown[place + by] ?? key).with(place + by, key));
  };
  return (
    <ul className="flex flex-col gap-1">
      {shown.map((key, place) => (
        <li key={key} className="flex min-h-9 items-center justify-between gap-2">
          <CheckField label={nameOf(key)} checked onChange={() => chosen.choose(shown.filter((one) => one !== key))} />
          <span className="flex">
            <IconButton label={`Move ${nameOf(key)} up`} disabled={place === 0} onClick={() => move(key, -1)}>
              <ArrowUp aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={`Move ${nameOf(key)} down`}
              disabled={place === shown.length - 1}
              onClick={() => move(key, 1)}
            >
              <ArrowDown aria-hidden className="size-4" />
            </IconButton>
          </span>
        </li>
      ))}
      {hidden.map((column) => (
        <li key={columnKey(column)} className="flex min-h-9 items-center">
          <CheckField
            label={column.name}
            checked={false}
            onChange={() => chosen.choose([...shown, columnKey(column)])}
          />
        </li>
      ))}
    </ul>
  );
}

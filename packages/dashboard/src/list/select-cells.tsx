import type { Selection } from "./selection.ts";

/** Phones have no room for it. The name is for the cell after it, which is then the first (`table.tsx`). */
export const SELECT_CELL = "select-cell w-9 max-sm:hidden";
const BOX = "grid h-9 w-9 cursor-pointer place-items-center pl-2";

/** The header of the column: selects every row that matches the filters. */
export function SelectAll<Row>({ selection }: { readonly selection: Selection<Row> }) {
  const { isAll, count, selectAll, clear } = selection;
  return (
    <th scope="col" className={SELECT_CELL}>
      <label className={BOX}>
        <input
          type="checkbox"
          aria-label="Select all rows"
          className="size-4 accent-(--accent)"
          checked={isAll}
          ref={(input) => {
            if (input !== null) input.indeterminate = count > 0 && !isAll;
          }}
          onChange={() => (count > 0 ? clear() : selectAll())}
        />
      </label>
    </th>
  );
}

interface SelectRowProps<Row> {
  readonly selection: Selection<Row>;
  readonly row: Row;
  readonly index: number;
}

/** Selects one row. With Shift, all rows from the last one to this one. */
export function SelectRow<Row>({ selection, row, index }: SelectRowProps<Row>) {
  return (
    <td className={SELECT_CELL}>
      <label className={BOX}>
        <input
          type="checkbox"
          aria-label={`Select row ${index + 1}`}
          className="size-4 accent-(--accent)"
          checked={selection.has(row)}
          onChange={() => undefined}
          onClick={(event) => selection.toggle(index, event.shiftKey)}
        />
      </label>
    </td>
  );
}

import { useCallback, useRef, useState } from "react";
import type { Rows } from "./rows.ts";

/** The selected rows of a table. */
export interface Selection<Row> {
  readonly has: (row: Row) => boolean;
  /** Selects or deselects a row. With `isRange`, it does so with all loaded rows from the last one to this one. */
  readonly toggle: (index: number, isRange: boolean) => void;
  /** Whether every row that matches the filters is selected, loaded or not. */
  readonly isAll: boolean;
  readonly count: number;
  readonly selectAll: () => void;
  readonly clear: () => void;
  /** Every selected row, including rows that are not loaded yet. */
  readonly rows: () => AsyncIterable<Row>;
}

/** With `isAll`, `marked` are the rows that are left out. */
interface Marks<Row> {
  readonly isAll: boolean;
  readonly marked: ReadonlyMap<string, Row>;
}

const NONE = { isAll: false, marked: new Map() };

interface Selectable<Row> {
  readonly rows: Rows<Row>;
  readonly rowKey: (row: Row) => string;
  /** The number of rows that match the filters. */
  readonly matching: number;
  /** The filters: other filters clear the selection, because it may contain rows that are no longer visible. */
  readonly scope: string;
}

export function useSelection<Row>({ rows, rowKey, matching, scope }: Selectable<Row>): Selection<Row> {
  const [state, setState] = useState<{ scope: string; marks: Marks<Row> }>({ scope, marks: NONE });
  const marks = state.scope === scope ? state.marks : NONE;
  const last = useRef<number | null>(null);
  const set = useCallback((next: Marks<Row>) => setState({ scope, marks: next }), [scope]);
  const toggle = (index: number, isRange: boolean) => {
    const first = isRange ? (last.current ?? index) : index;
    last.current = index;
    const own = rowsBetween(rows, first, index);
    const target = rows.at(index);
    if (target === undefined) return;
    const isMarked = !marks.marked.has(rowKey(target));
    const marked = new Map(marks.marked);
    for (const row of own) {
      if (isMarked) marked.set(rowKey(row), row);
      else marked.delete(rowKey(row));
    }
    set({ isAll: marks.isAll, marked });
  };
  return {
    has: (row) => marks.marked.has(rowKey(row)) !== marks.isAll,
    toggle,
    isAll: marks.isAll && marks.marked.size === 0,
    count: marks.isAll ? Math.max(0, matching - marks.marked.size) : marks.marked.size,
    selectAll: () => set({ isAll: true, marked: new Map() }),
    clear: () => set(NONE),
    rows: () => selectedRows(marks, rows, rowKey),
  };
}

function rowsBetween<Row>(rows: Rows<Row>, one: number, other: number): Row[] {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  return Array.from({ length: to - from + 1 }, (_, step) => rows.at(from + step)).filter((row) => row !== undefined);
}

async function* selectedRows<Row>({ isAll, marked }: Marks<Row>, rows: Rows<Row>, rowKey: (row: Row) => string) {
  if (!isAll) return yield* marked.values();
  // All rows are read before the first is used: an action may change which rows match, and pages would then skip some.
  const selected: Row[] = [];
  for await (const row of rows.all()) {
    if (!marked.has(rowKey(row))) selected.push(row);
  }
  yield* selected;
}

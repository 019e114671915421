import { useState } from "react";
import { useSharedAddress } from "../routing/address.ts";
import type { Column } from "./column.ts";

/** `Amount due` → `amount_due`: how addresses, views and the browser's storage name a column. */
export function columnKey({ name }: Pick<Column<never>, "name">): string {
  return name.toLowerCase().replaceAll(/\s+/g, "_");
}

/**
 * The columns with these keys, in their order. The first column of the page always comes first, because it opens the
 * row. Unknown keys, such as those of a removed column, are left out.
 */
function orderedColumns<Row>(columns: readonly Column<Row>[], keys: readonly string[] | null): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (keys === null || first === undefined) return columns.filter(({ isOptional }) => isOptional !== true);
  const chosen = [...new Set(keys)].flatMap((key) => others.find((column) => columnKey(column) === key) ?? []);
  // A chosen column is shown in narrow tables too, except on phones.
  return [first, ...chosen.map((column) => (column.from === undefined ? column : { ...column, from: "sm" as const }))];
}

export interface ShownColumns<Row> {
  readonly shown: readonly Column<Row>[];
  /** Null for the columns of the page. */
  readonly keys: readonly string[] | null;
  readonly choose: (keys: readonly string[] | null) => void;
}

/** The chosen columns of a list: those of the view in the address, or those that the person chose in this browser. */
export function useShownColumns<Row>(list: string, columns: readonly Column<Row>[]): ShownColumns<Row> {
  const [{ columns: inAddress }, change] = useSharedAddress();
  const [remembered, setRemembered] = useState(() => read(list));
  const keys = inAddress === undefined ? remembered : inAddress.split(",");
  const choose = (next: readonly string[] | null) => {
    write(list, next);
    setRemembered(next);
    if (inAddress !== undefined) change({ columns: "" }, { replace: true });
  };
  return { shown: orderedColumns(columns, keys), keys, choose };
}

const place = (list: string) => `counterfoil.columns.${list}`;

/** A browser may refuse storage. The columns are then those of the page. */
function read(list: string): readonly string[] | null {
  try {
    return localStorage.getItem(place(list))?.split(",") ?? null;
  } catch {
    return null;
  }
}

function write(list: string, keys: readonly string[] | null): void {
  try {
    if (keys === null) localStorage.removeItem(place(list));
    else localStorage.setItem(place(list), keys.join(","));
  } catch {
    // Not remembered, but chosen until the page is left.
  }
}

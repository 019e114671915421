import type { ReactNode } from "react";

/** What a file needs to know besides its rows. */
export interface FileContext {
  /** The zone of the organization. */
  readonly timezone: string;
  /** The accounts that the fields' `accountId` names. An account that was erased is missing. */
  readonly accounts: ReadonlyMap<string, FileAccount>;
}

export interface FileAccount {
  readonly name: string;
  readonly timezone: string | null;
}

/** One field of each row of a file. */
export interface FileField<Row> {
  readonly name: string;
  readonly text: (row: Row, context: FileContext) => string | null;
  /** The account that `text` needs: all of them are read before the file is written. */
  readonly accountId?: (row: Row) => string | null;
}

/** What a table shows of each row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value in a file. A column with neither `text` nor `fields` is not in the file. */
  readonly text?: FileField<Row>["text"];
  /** The fields in a file, where they are more than the column or have other names. They replace `text`. */
  readonly fields?: readonly FileField<Row>[];
  /** Figures are aligned right. */
  readonly align?: "right";
  /** Of the column, `8rem`; columns without a width share the rest. */
  readonly width?: string;
  /** The narrowest screen that shows it. Default: all screens. */
  readonly from?: "sm" | "md" | "lg" | "xl" | "2xl";
  /** Shown only if it is chosen. */
  readonly isOptional?: true;
  /** The field of the API that the column sorts by. */
  readonly sort?: string;
}

/** The fields of a file, in the order of the columns. Fields that are in no column may stand between them. */
export function fieldsOf<Row>(columns: readonly (Column<Row> | FileField<Row>)[]): readonly FileField<Row>[] {
  return columns.flatMap((column) => {
    if (!("cell" in column)) return [column];
    const { name, text, fields } = column;
    return fields ?? (text === undefined ? [] : [{ name, text }]);
  });
}

import type { ReactNode } from "react";

/** What a table shows of each row. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** In a file: by default the column is left out of it. */
  readonly text?: (row: Row) => string | null;
  /** Figures stand to the right. */
  readonly align?: "right";
  /** Of the column, `8rem`; the rest shares what is left. */
  readonly width?: string;
  /** The narrowest screen that it is shown on; all, by default. */
  readonly from?: "sm" | "md" | "lg" | "xl" | "2xl";
  /** The field of the interface that it is sorted by. */
  readonly sort?: string;
}

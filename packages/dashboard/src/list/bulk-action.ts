import type { ReactNode } from "react";
import type { Resource } from "../server/asked.ts";

/** An action on many selected rows. */
export interface BulkAction<Row> {
  /** The button: `Issue`. */
  readonly name: string;
  /** Between the name and the rows: "Add tag to 3 accounts". */
  readonly preposition?: "to" | "from";
  readonly icon?: ReactNode;
  /** The effect, in the dialog before it starts. */
  readonly note: string;
  /** The report: `issued`, in "12 issued". */
  readonly past: string;
  /** The field of the dialog, for actions that need a value, such as a tag. The value is empty at first. */
  readonly field?: (value: string, onChange: (value: string) => void) => ReactNode;
  /** Why the action does not apply to a row; null if it does. */
  readonly skips: (row: Row, value: string) => string | null;
  readonly run: (row: Row, value: string) => PromiseLike<unknown>;
  /** The changed resource (`server/stale.ts`). */
  readonly changes: Resource;
}

/** How reports name and link the rows of a list. */
export interface RowNames<Row> {
  /** `invoice` */
  readonly noun: string;
  readonly nameOf: (row: Row) => string;
  readonly to: (row: Row) => string;
}

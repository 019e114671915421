import { X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../design/button.tsx";
import { count } from "../format/words.ts";
import type { BulkAction, RowNames } from "./bulk-action.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { Column, FileField } from "./column.ts";
import { ExportButton } from "./export-button.tsx";
import type { Selection } from "./selection.ts";

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>;
  /** The number of rows that match the filters. */
  readonly matching: number;
  readonly actions: readonly BulkAction<Row>[];
  readonly names: RowNames<Row>;
  readonly columns: readonly (Column<Row> | FileField<Row>)[];
}

/** Below the table while rows are selected: what can be done with them. */
export function BulkBar<Row>({ selection, matching, actions, names, columns }: BulkBarProps<Row>) {
  const [started, setStarted] = useState<BulkAction<Row> | null>(null);
  return (
    <>
      {selection.count > 0 && (
        <div
          role="region"
          aria-label="Selected rows"
          className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-2 shadow-over"
        >
          <span className="figures text-sm font-medium" aria-live="polite">
            {count(selection.count, names.noun)} selected
          </span>
          {!selection.isAll && selection.count < matching && (
            <Button kind="quiet" onClick={selection.selectAll}>
              Select all {matching.toLocaleString()}
            </Button>
          )}
          <div className="ml-auto flex flex-wrap items-center gap-2">
            {actions.map((action) => (
              <Button key={action.name} icon={action.icon} onClick={() => setStarted(action)}>
                {action.name}
              </Button>
            ))}
            <ExportButton
              name={`selected-${names.noun}s`}
              rows={{ length: selection.count, all: selection.rows }}
              columns={columns}
            />
            <IconButton label="Clear selection" onClick={selection.clear}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        </div>
      )}
      {started !== null && (
        <BulkDialog
          action={started}
          names={names}
          selection={selection}
          onClose={(isFinished) => {
            setStarted(null);
            if (isFinished) selection.clear();
          }}
        />
      )}
    </>
  );
}

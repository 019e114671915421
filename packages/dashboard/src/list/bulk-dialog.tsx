import { useState } from "react";
import { Button } from "../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../design/dialog.tsx";
import { count } from "../format/words.ts";
import type { BulkAction, RowNames } from "./bulk-action.ts";
import { BulkReport } from "./bulk-report.tsx";
import type { Selection } from "./selection.ts";
import { type BulkRun, useBulkRun } from "./use-bulk-run.ts";

interface BulkDialogProps<Row> {
  readonly action: BulkAction<Row>;
  readonly names: RowNames<Row>;
  readonly selection: Selection<Row>;
  readonly onClose: (isFinished: boolean) => void;
}

/** Asks, runs the action with progress, and reports what happened to each row. */
export function BulkDialog<Row>({ action, names, selection, onClose }: BulkDialogProps<Row>) {
  const [value, setValue] = useState("");
  const run = useBulkRun(action, selection.rows, value);
  const isRunning = run.state === "running" || run.state === "stopping";
  const selected = count(selection.count, names.noun);
  const text = [action.name, action.preposition, selected].filter((word) => word !== undefined).join(" ");
  const title = run.state === "finished" ? `${action.name}: report` : text;
  const close = () => {
    // Closing the dialog while it runs would hide the report.
    if (!isRunning) onClose(run.state === "finished");
  };
  return (
    <Dialog title={title} note={run.state === "ready" ? action.note : undefined} isOpen onClose={close} wide>
      {run.state === "ready" && action.field !== undefined && (
        <div className="pb-2">{action.field(value, setValue)}</div>
      )}
      {isRunning && <Progress done={run.outcomes.length} of={selection.count} isStopping={run.state === "stopping"} />}
      {run.state === "finished" && <BulkReport action={action} names={names} run={run} selected={selection.count} />}
      <DialogActions>
        {run.state === "ready" && <DialogCancel />}
        <DialogButton run={run} isReady={action.field === undefined || value !== ""} text={text} onClose={close} />
      </DialogActions>
    </Dialog>
  );
}

interface DialogButtonProps<Row> {
  readonly run: BulkRun<Row>;
  /** Whether the field of the action is filled in. */
  readonly isReady: boolean;
  readonly text: string;
  readonly onClose: () => void;
}

function DialogButton<Row>({ run, isReady, text, onClose }: DialogButtonProps<Row>) {
  switch (run.state) {
    case "ready":
      return (
        <Button kind="primary" disabled={!isReady} onClick={run.start}>
          {text}
        </Button>
      );
    case "running":
      return <Button onClick={run.stop}>Stop</Button>;
    case "stopping":
      return <Button busy>Stopping</Button>;
    case "finished":
      return (
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      );
  }
}

interface ProgressProps {
  readonly done: number;
  readonly of: number;
  readonly isStopping: boolean;
}

function Progress({ done, of, isStopping }: ProgressProps) {
  return (
    <div className="py-2">
      <progress aria-label="Progress" value={done} max={Math.max(of, done)} className="h-2 w-full accent-(--accent)" />
      <p className="figures mt-2 text-sm text-muted" aria-live="polite">
        {done.toLocaleString()} of {of.toLocaleString()}
        {isStopping && ", finishing what is running"}
      </p>
    </div>
  );
}

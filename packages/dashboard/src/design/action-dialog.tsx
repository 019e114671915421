import type { FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions, DialogCancel } from "./dialog.tsx";
import { FailureLine } from "./states.tsx";

interface ActionDialogProps {
  readonly title: string;
  /** The effect of the action. */
  readonly note?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The label of the button: `Void invoice`. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  readonly wide?: boolean;
  readonly isReady?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  /** For a dialog that stays open afterward: the result of the action. The fields are unchanged since then. */
  readonly result?: unknown;
  readonly children?: ReactNode;
}

/** A dialog for an action, with the fields that it needs and its error. */
export function ActionDialog({
  title,
  note,
  isOpen,
  onClose,
  action,
  kind = "primary",
  wide = false,
  isReady = true,
  busy,
  error,
  onSubmit,
  result = null,
  children,
}: ActionDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's event system, a form in a portal is still inside the form that opened it.
    event.stopPropagation();
    if (!busy && isReady) onSubmit();
  };
  return (
    <Dialog title={title} note={note} isOpen={isOpen} onClose={onClose} wide={wide} saved={result}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FailureLine error={error} />
        <DialogActions>
          <DialogCancel>{result === null ? "Cancel" : "Close"}</DialogCancel>
          <Button type="submit" kind={kind} busy={busy} disabled={!isReady}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

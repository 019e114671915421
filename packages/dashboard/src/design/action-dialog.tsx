import type { FormEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { FailureLine } from "./states.tsx";

interface ActionDialogProps {
  readonly title: string;
  /** What happens when it is done. */
  readonly note?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What the button says: `Void invoice`. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  readonly wide?: boolean;
  readonly isReady?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** Something to be done, what is needed for it, and what went wrong with it. */
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
  children,
}: ActionDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form in a portal is still inside the form that it was opened from, as far as React's events go.
    event.stopPropagation();
    if (!busy && isReady) onSubmit();
  };
  return (
    <Dialog title={title} note={note} isOpen={isOpen} onClose={onClose} wide={wide}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {children}
        <FailureLine error={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={kind} busy={busy} disabled={!isReady}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

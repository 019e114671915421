import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions, DialogCancel } from "./dialog.tsx";
import { FailureLine } from "./states.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button: `Delete endpoint`. */
  readonly action: string;
  /** `primary` for actions that can be undone. */
  readonly kind?: "danger" | "primary";
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The effects of the action. */
  readonly children: ReactNode;
}

/** Asks for confirmation before an action that cannot be undone, or whose effects users should know. */
export function ConfirmDialog({
  title,
  action,
  kind = "danger",
  isBusy,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mb-4 text-sm">{children}</div>
      <FailureLine error={error} />
      <DialogActions>
        <DialogCancel />
        <Button kind={kind} busy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { FailureLine } from "./states.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button does, by its name: `Delete endpoint`. */
  readonly action: string;
  /** `primary` for what can be taken back. */
  readonly kind?: "danger" | "primary";
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What follows from it. */
  readonly children: ReactNode;
}

/** Asks before what cannot be taken back, or what people should know the effects of. */
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
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={kind} busy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

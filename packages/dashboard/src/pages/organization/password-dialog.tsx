import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";

interface PasswordDialogProps {
  readonly title: string;
  readonly note?: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onPassword: (password: string) => void;
  readonly onClose: () => void;
}

/** Asks for the password, to verify that the same person is still at the browser. */
export function PasswordDialog({ title, note, action, isBusy, error, onPassword, onClose }: PasswordDialogProps) {
  return (
    <Dialog title={title} note={note} isOpen onClose={onClose}>
      <form onSubmit={submitted((form) => onPassword(passwordOf(form, "password")))} className="flex flex-col gap-4">
        <TextField
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        <FailureLine error={error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { DialogWindow } from "./dialog-window.tsx";

/** Asks before changes of a form are lost. Escape keeps them. */
export function DiscardDialog({ onReply }: { readonly onReply: (discards: boolean) => void }) {
  const keep = () => onReply(false);
  return (
    <DialogWindow title="Discard changes?" onClose={keep}>
      <p className="mb-4 text-sm">Your changes aren't saved.</p>
      <DialogActions>
        <Button autoFocus onClick={keep}>
          Keep editing
        </Button>
        <Button kind="danger" onClick={() => onReply(true)}>
          Discard
        </Button>
      </DialogActions>
    </DialogWindow>
  );
}

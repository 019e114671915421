import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";

interface ShownOnceProps {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  /** An example of its use, with the secret filled in. */
  readonly example?: string;
  readonly onClose: () => void;
}

/** A secret that is shown only once. The user must confirm that it is saved before the dialog closes. */
export function ShownOnce({ title, note, secret, example, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} note={note} isOpen>
      <Code label={title} text={secret} wraps />
      {example !== undefined && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-medium">Try it</h3>
          <Code label="Example request" text={example} />
        </>
      )}
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          I saved it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

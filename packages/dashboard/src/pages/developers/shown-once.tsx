import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";

interface ShownOnceProps {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  /** How it is used, with the secret in its place. */
  readonly example?: string;
  readonly onClose: () => void;
}

/** A secret that nobody can read again: closed only by the word that it was kept. */
export function ShownOnce({ title, note, secret, example, onClose }: ShownOnceProps) {
  return (
    <Dialog title={title} note={note} isOpen onClose={() => undefined}>
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

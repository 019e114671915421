import { Button } from "../design/button.tsx";
import { Code } from "../design/code.tsx";
import { Dialog, DialogActions } from "../design/dialog.tsx";
import { Instant } from "../design/when.tsx";

/** A new link. The server stores only its hash, so it is shown once. */
export interface NewLink {
  readonly url: string;
  readonly expiresAt: string;
}

interface ShownLinkProps extends NewLink {
  /** `Payment link` */
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows a new link to copy. */
export function ShownLink({ title, url, expiresAt, onClose }: ShownLinkProps) {
  return (
    <Dialog title={title} note="Copy the link now: Counterfoil shows it only once." isOpen onClose={onClose}>
      <Code label={title} text={url} wraps />
      <p className="mt-2 text-sm text-muted">
        Expires <Instant instant={expiresAt} />.
      </p>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

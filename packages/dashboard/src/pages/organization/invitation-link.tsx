import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";

interface InvitationLinkProps {
  readonly email: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** The link of an invitation, on a server that sends no email. */
export function InvitationLink({ email, link, onClose }: InvitationLinkProps) {
  return (
    <Dialog
      title="Copy invitation link"
      note={`No email was sent, because this server has no mail server (SMTP_URL). Send the link to ${email} yourself.`}
      isOpen
      onClose={onClose}
    >
      <Code label="Invitation link" text={link} wraps />
      <p className="mt-2 text-sm text-muted">
        The link works once and expires in 7 days. Counterfoil shows it only once. If it gets lost, create a new link
        under Invitations.
      </p>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

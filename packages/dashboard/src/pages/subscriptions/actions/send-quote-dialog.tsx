import type { SendQuoteRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { CheckField, TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { ShownLink } from "../../../named/shown-link.tsx";
import { useChange } from "../../../design/use-change.ts";

/** Sends a draft to the customer as a quote, and shows the link. It is shown only here. */
export function SendQuoteDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [expiresAt, setExpiresAt] = useState("");
  const [sendEmail, setSendEmail] = useState(true);
  const account = useNamedAccount(subscription.accountId);
  const to = subscription.signerEmail ?? account?.contactEmail ?? null;
  const send = useChange({
    changes: "subscriptions",
    run: (body: SendQuoteRequest) => client.subscriptions.sendQuote(subscription.id, body),
    done: () => "Quote sent",
  });
  if (send.data !== undefined) {
    const { quoteUrl, expiresAt: linkExpiresAt } = send.data;
    return <ShownLink title="Quote link" url={quoteUrl} expiresAt={linkExpiresAt} onClose={onClose} />;
  }
  return (
    <Dialog
      title={subscription.status === "sent" ? "Send quote again" : "Send as quote"}
      note={
        subscription.status === "sent"
          ? "Counterfoil creates a new link. The old link stops working."
          : "Locks the quote and creates a link for the customer to accept it."
      }
      isOpen
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate({ expiresAt: expiresAt === "" ? null : expiresAt, sendEmail });
        }}
      >
        <TextField
          label="Link expiration date"
          type="date"
          hint="Leave blank for 30 days."
          value={expiresAt}
          onChange={(event) => setExpiresAt(event.target.value)}
          fault={faultAt(send.error, "/expiresAt")}
        />
        <CheckField
          label={to === null ? "Email the link" : `Email the link to ${to}`}
          {...(to === null && { hint: "This account has no contacts. Copy the link and send it yourself." })}
          checked={sendEmail}
          onChange={(event) => setSendEmail(event.target.checked)}
        />
        <FailureLine error={send.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={send.isPending}>
            Send quote
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

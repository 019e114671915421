import type { SendQuoteRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { Button } from "../../../design/button.tsx";
import { Code } from "../../../design/code.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { CheckField, TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { Day } from "../../../design/when.tsx";
import { useChange } from "../../../app/use-change.ts";

/** Sends a draft to the customer as a quote, and shows the link, which is shown only here. */
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
    run: (body: SendQuoteRequest) => client.subscriptions.sendQuote(subscription.id, body),
    done: () => "The quote is sent.",
  });
  if (send.data !== undefined) {
    return (
      <Dialog
        title="The quote is sent"
        note="Under this link the customer reads and accepts it. It is shown only here."
        isOpen
        onClose={onClose}
      >
        <Code label="Link of the quote" text={send.data.quoteUrl} />
        <p className="mt-2 text-sm text-muted">
          Works until <Day instant={send.data.expiresAt} />.
        </p>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={subscription.status === "sent" ? "Send the quote again" : "Send as quote"}
      note={
        subscription.status === "sent"
          ? "It gets a new link, and the old one stops working."
          : "Freezes what is offered, and makes a link under which the customer accepts it."
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
          label="The link works until"
          type="date"
          hint="30 days when empty."
          value={expiresAt}
          onChange={(event) => setExpiresAt(event.target.value)}
          fault={faultAt(send.error, "/expiresAt")}
        />
        <CheckField
          label={to === null ? "Send the link by e-mail" : `Send the link to ${to}`}
          {...(to === null && { hint: "The account has no contact yet: pass the link on yourself." })}
          checked={sendEmail}
          onChange={(event) => setSendEmail(event.target.checked)}
        />
        <FailureLine error={send.error} />
        <DialogActions>
          <Button onClick={onClose}>Not now</Button>
          <Button type="submit" kind="primary" busy={send.isPending}>
            Send
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

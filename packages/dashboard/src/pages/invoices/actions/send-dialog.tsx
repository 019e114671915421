import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { count } from "../../../format/words.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function SendDialog({ invoice, onClose }: DialogOfInvoice) {
  const [to, setTo] = useState("");
  const addresses = to.split(/[\s,;]+/).filter((address) => address !== "");
  const send = useChange({
    changes: "invoices",
    run: () => client.invoices.send(invoice.id, addresses.length === 0 ? {} : { to: addresses }),
    done: ({ mails }) => `${count(mails.length, "email")} queued`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Send by email"
      note="The email includes the PDF and, if an amount is due, a payment link."
      isOpen
      onClose={onClose}
      action="Send"
      busy={send.isPending}
      error={send.error}
      onSubmit={() => send.mutate()}
    >
      <TextField
        label="To"
        type="text"
        inputMode="email"
        hint="Separate addresses with commas. Leave blank to use the account's invoice recipients."
        value={to}
        onChange={(event) => setTo(event.target.value)}
        fault={faultAt(send.error, "/to") ?? faultAt(send.error, "/to/0")}
        autoFocus
      />
    </ActionDialog>
  );
}

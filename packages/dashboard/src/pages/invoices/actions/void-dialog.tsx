import { useState } from "react";
import { client } from "../../../app/client.ts";
import { useChange } from "../../../app/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { CheckField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function VoidDialog({ invoice, onClose }: DialogOfInvoice) {
  const [reason, setReason] = useState("");
  const [rebill, setRebill] = useState(false);
  const voiding = useChange({
    run: () => client.invoices.void(invoice.id, { reason, rebill }),
    done: () => (rebill ? "Invoice voided; a draft bills it again" : "Invoice voided"),
    after: onClose,
  });
  return (
    <ActionDialog
      title="Void invoice"
      note={`${invoice.number ?? "It"} asks for nothing any more. The number stays used. Credit that it used up is given back.`}
      isOpen
      onClose={onClose}
      action="Void invoice"
      kind="danger"
      isReady={reason.trim() !== ""}
      busy={voiding.isPending}
      error={voiding.error}
      onSubmit={() => voiding.mutate()}
    >
      <TextField
        label="Reason"
        hint="Shown with the invoice."
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        fault={faultAt(voiding.error, "/reason")}
        required
        autoFocus
      />
      <CheckField
        label="Bill it again"
        hint="Makes a draft for the same billing date, with its usage counted anew. Without it, what it was for is let go."
        checked={rebill}
        onChange={(event) => setRebill(event.target.checked)}
      />
    </ActionDialog>
  );
}

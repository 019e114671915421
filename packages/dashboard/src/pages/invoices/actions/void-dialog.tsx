import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { CheckField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function VoidDialog({ invoice, onClose }: DialogOfInvoice) {
  const [reason, setReason] = useState("");
  const [rebill, setRebill] = useState(false);
  const voiding = useChange({
    changes: "invoices",
    run: () => client.invoices.void(invoice.id, { reason, rebill }),
    done: () => (rebill ? "Invoice voided and replacement draft created" : "Invoice voided"),
    after: onClose,
  });
  return (
    <ActionDialog
      title="Void invoice"
      note={`${invoice.number ?? "The invoice"} will no longer be payable. Its number stays in use, and any applied credit is returned.`}
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
        hint="Shown with the invoice"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        fault={faultAt(voiding.error, "/reason")}
        required
        autoFocus
      />
      <CheckField
        label="Create replacement draft"
        hint="Creates a draft for the same billing date with recalculated usage. If off, these charges are not billed again."
        checked={rebill}
        onChange={(event) => setRebill(event.target.checked)}
      />
    </ActionDialog>
  );
}

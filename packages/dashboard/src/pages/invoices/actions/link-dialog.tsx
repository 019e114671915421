import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { Button } from "../../../design/button.tsx";
import { Code } from "../../../design/code.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { Instant } from "../../../design/when.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

/** A link by which whoever has it sees and pays the invoice. It is shown once. */
export function LinkDialog({ invoice, onClose }: DialogOfInvoice) {
  const [expiresOn, setExpiresOn] = useState("");
  const make = useChange({
    changes: "invoices",
    run: () => client.invoices.createLink(invoice.id, { expiresAt: expiresOn === "" ? null : expiresOn }),
  });
  if (make.data !== undefined) {
    return (
      <Dialog title="Payment link" note="Copy the link now: Counterfoil shows it only once." isOpen onClose={onClose}>
        <Code text={make.data.hostedInvoiceUrl} label="Payment link" />
        <p className="mt-2 text-sm text-muted">
          Expires <Instant instant={make.data.expiresAt} />.
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
    <ActionDialog
      title="Payment link"
      note="Anyone with the link can view and pay this invoice without signing in."
      isOpen
      onClose={onClose}
      action="Create link"
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
    >
      <TextField
        label="Expires"
        type="date"
        hint="Leave blank for the default expiration."
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
        fault={faultAt(make.error, "/expiresAt")}
      />
    </ActionDialog>
  );
}

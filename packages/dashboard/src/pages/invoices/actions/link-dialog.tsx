import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { ShownLink } from "../../../named/shown-link.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

/** Creates a link with which anyone can see and pay the invoice. The link is shown once. */
export function LinkDialog({ invoice, onClose }: DialogOfInvoice) {
  const [expiresOn, setExpiresOn] = useState("");
  const make = useChange({
    changes: "invoices",
    run: () => client.invoices.createLink(invoice.id, { expiresAt: expiresOn === "" ? null : expiresOn }),
  });
  if (make.data !== undefined) {
    const { hostedInvoiceUrl, expiresAt } = make.data;
    return <ShownLink title="Payment link" url={hostedInvoiceUrl} expiresAt={expiresAt} onClose={onClose} />;
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

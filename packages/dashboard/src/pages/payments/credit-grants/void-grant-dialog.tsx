import type { CreditGrant } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { useChange } from "../../../app/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";

interface VoidGrantDialogProps {
  readonly grant: CreditGrant;
  readonly onClose: () => void;
}

export function VoidGrantDialog({ grant, onClose }: VoidGrantDialogProps) {
  const [reason, setReason] = useState("");
  const voiding = useChange({
    run: () => client.creditGrants.void(grant.id, { reason: reason.trim() }),
    done: () => "What was left is void",
    after: onClose,
  });
  return (
    <ActionDialog
      title="Void what is left"
      note="Nothing of it can be used any more. What was paid with it stays paid."
      isOpen
      onClose={onClose}
      action="Void credit"
      kind="danger"
      isReady={reason.trim() !== ""}
      busy={voiding.isPending}
      error={voiding.error}
      onSubmit={() => voiding.mutate()}
    >
      <TextField
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        fault={faultAt(voiding.error, "/reason")}
        autoFocus
      />
    </ActionDialog>
  );
}

import type { CreditGrant } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
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
    changes: "creditGrants",
    run: () => client.creditGrants.void(grant.id, { reason: reason.trim() }),
    done: () => "Remaining balance voided",
    after: onClose,
  });
  return (
    <ActionDialog
      title="Void remaining balance"
      note="The remaining credit can no longer be used. Earlier payments with it don't change."
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

import type { Account } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { CheckField } from "../../design/field.tsx";
import { FailureLine } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";

/** Creates a link to the customer's portal. The link is shown once. */
export function PortalLinkDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const [mayCancel, setMayCancel] = useState(false);
  const make = useMutation({
    mutationFn: async () => await client.accounts.createPortalLink(account.id, { mayCancel }),
  });
  return (
    <Dialog
      title={`Customer portal for ${account.name}`}
      note="Anyone with the link can view the account's subscriptions, usage, and invoices. Copy it now: Counterfoil shows it only once."
      isOpen
      onClose={onClose}
    >
      <FailureLine error={make.error} />
      {make.data === undefined && (
        <CheckField
          label="Allow the customer to cancel subscriptions"
          checked={mayCancel}
          onChange={(event) => setMayCancel(event.target.checked)}
        />
      )}
      {make.data !== undefined && (
        <>
          <Code label="Portal link" text={make.data.url} />
          <p className="mt-2 text-sm text-muted">
            Expires <Instant instant={make.data.expiresAt} />.
          </p>
        </>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {make.data === undefined && (
          <Button kind="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Create link
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

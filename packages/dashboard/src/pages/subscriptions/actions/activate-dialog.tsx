import type { Subscription } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../app/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { FailureLine } from "../../../design/states.tsx";
import { ContractDay } from "../../../named/contract-day.tsx";
import { useChange } from "../../../app/use-change.ts";
import { ActivationWarnings } from "../activation-warnings.tsx";
import { draftPreview } from "../draft-preview.tsx";

interface ActionDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** Puts a contract into force. */
export function ActivateDialog({ subscription, onClose }: ActionDialogProps) {
  const activate = useChange({
    run: () => client.subscriptions.activate(subscription.id),
    done: () => `${subscription.name} is active.`,
    after: onClose,
  });
  // Where it cannot be previewed, activating it says why.
  const preview = useQuery(draftPreview(subscription.id));
  return (
    <Dialog
      title="Activate"
      note="Publishes its versions and bills what is due. What it sells cannot be edited afterwards, only changed by a new version."
      isOpen
      onClose={onClose}
    >
      <p className="text-sm">
        It starts on <ContractDay accountId={subscription.accountId} instant={subscription.contractStartDate} />.
      </p>
      <ActivationWarnings warnings={preview.data?.warnings ?? []} />
      <FailureLine error={activate.error} />
      <DialogActions>
        <Button onClick={onClose}>Keep as it is</Button>
        <Button kind="primary" busy={activate.isPending} onClick={() => activate.mutate(undefined)}>
          Activate
        </Button>
      </DialogActions>
    </Dialog>
  );
}

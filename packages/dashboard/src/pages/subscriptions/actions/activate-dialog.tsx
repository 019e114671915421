import type { Subscription } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { FailureLine } from "../../../design/states.tsx";
import { ContractDay } from "../../../named/contract-day.tsx";
import { useChange } from "../../../design/use-change.ts";
import { ActivationWarnings } from "../activation-warnings.tsx";
import { draftPreview } from "../draft-preview.tsx";

interface ActionDialogProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

/** Activates a subscription. */
export function ActivateDialog({ subscription, onClose }: ActionDialogProps) {
  const activate = useChange({
    changes: "subscriptions",
    run: () => client.subscriptions.activate(subscription.id),
    done: () => `${subscription.name} activated`,
    after: onClose,
  });
  // If the preview fails, activating the subscription shows the reason.
  const preview = useQuery(draftPreview(subscription.id));
  return (
    <Dialog
      title="Activate subscription"
      note="Counterfoil publishes the subscription and bills what is due. To change its items later, create a new version."
      isOpen
      onClose={onClose}
    >
      <p className="text-sm">
        Start date: <ContractDay accountId={subscription.accountId} instant={subscription.contractStartDate} />.
      </p>
      <ActivationWarnings warnings={preview.data?.warnings ?? []} />
      <FailureLine error={activate.error} />
      <DialogActions>
        <DialogCancel />
        <Button kind="primary" busy={activate.isPending} onClick={() => activate.mutate(undefined)}>
          Activate
        </Button>
      </DialogActions>
    </Dialog>
  );
}

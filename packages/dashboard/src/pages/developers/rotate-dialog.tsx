import type { CreateWebhookEndpointResult } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { SelectField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";

interface RotateDialogProps {
  readonly endpointId: string;
  readonly onClose: () => void;
  readonly onRotated: (rotated: CreateWebhookEndpointResult) => void;
}

export function RotateDialog({ endpointId, onClose, onRotated }: RotateDialogProps) {
  const rotate = useMutation({
    mutationFn: async (form: FormData) =>
      await client.webhookEndpoints.rotateWebhookSecret(endpointId, { overlapHours: Number(textOf(form, "hours")) }),
    onSuccess: (rotated) => {
      onClose();
      onRotated(rotated);
    },
  });
  return (
    <Dialog
      title="Rotate secret"
      note="Counterfoil creates a new secret and shows it only once."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(rotate.mutate)} className="flex flex-col gap-4">
        <SelectField
          label="Old secret"
          name="hours"
          defaultValue="24"
          hint="Until it expires, each request has two signatures and your endpoint can verify either one."
        >
          <option value="1">Expires in 1 hour</option>
          <option value="24">Expires in 1 day</option>
          <option value="168">Expires in 1 week</option>
          <option value="0">Expires immediately</option>
        </SelectField>
        <FailureLine error={rotate.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={rotate.isPending}>
            Rotate secret
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

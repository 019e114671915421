import { readAgain } from "../../server/stale.ts";
import type { CreateWebhookEndpointResult, WebhookEndpoint } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { submitted, textOf, textOrNull } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { EventTypeField } from "./event-type-field.tsx";

interface EndpointDialogProps {
  readonly endpoint: WebhookEndpoint | null;
  readonly onClose: () => void;
  /** Called with a new endpoint, whose secret is shown only this once. */
  readonly onCreated: (created: CreateWebhookEndpointResult) => void;
}

export function EndpointDialog({ endpoint, onClose, onCreated }: EndpointDialogProps) {
  const { sandbox } = useOrganization();
  const [eventTypes, setEventTypes] = useState<readonly string[]>(endpoint?.eventTypes ?? ["*"]);
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const body = {
        url: textOf(form, "url"),
        description: textOrNull(form, "description"),
        eventTypes,
        ...(sandbox && { sendFromSandbox: form.get("sendFromSandbox") === "on" }),
      };
      if (endpoint === null) return await client.webhookEndpoints.create(body);
      return await client.webhookEndpoints.update(endpoint.id, body);
    },
    onSuccess: async (saved) => {
      onClose();
      if ("secret" in saved) onCreated(saved as CreateWebhookEndpointResult);
      else toast({ text: "Endpoint saved. Pending notifications go to the new URL." });
      await readAgain("webhookEndpoints");
    },
  });
  return (
    <Dialog
      title={endpoint === null ? "New webhook endpoint" : "Edit endpoint"}
      note="The endpoint receives new events in the Standard Webhooks format."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(save.mutate)} className="flex flex-col gap-4">
        <TextField
          label="URL"
          name="url"
          type="url"
          required
          defaultValue={endpoint?.url}
          placeholder="https://hooks.example.com/counterfoil"
          hint="Must be reachable from the public internet"
          fault={faultAt(save.error, "/url")}
        />
        <TextField
          label="Description"
          name="description"
          defaultValue={endpoint?.description ?? ""}
          fault={faultAt(save.error, "/description")}
        />
        <EventTypeField chosen={eventTypes} onChange={setEventTypes} fault={faultAt(save.error, "/eventTypes")} />
        {sandbox && (
          <CheckField
            label="Send from this sandbox"
            name="sendFromSandbox"
            defaultChecked={endpoint?.sendFromSandbox}
            hint="If off, Counterfoil doesn't send notifications. You can still view them here."
          />
        )}
        <FailureLine error={save.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={save.isPending}>
            {endpoint === null ? "Create endpoint" : "Save"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { readAgain } from "../../server/stale.ts";
import type { WebhookEndpoint } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { systemNow } from "../../format/clock.ts";
import { Button } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { count } from "../../format/words.ts";
import { EventTypeField } from "./event-type-field.tsx";

const DAY = 86_400_000;

/** Resends the notifications of a period. */
export function RedeliverDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}) {
  const [eventTypes, setEventTypes] = useState<readonly string[]>(["*"]);
  const redeliver = useMutation({
    mutationFn: async (form: FormData) => {
      const to = textOf(form, "to");
      return await client.webhookEndpoints.redeliverWebhooks(endpoint.id, {
        from: new Date(textOf(form, "from")).toISOString(),
        ...(to !== "" && { to: new Date(to).toISOString() }),
        ...(!eventTypes.includes("*") && { eventTypes }),
        includeDelivered: form.get("includeDelivered") === "on",
      });
    },
    onSuccess: async ({ queued }) => {
      toast({
        text: queued === 0 ? "No notifications to redeliver" : `${count(queued, "notification")} queued`,
      });
      onClose();
      await readAgain("webhookEndpoints");
    },
  });
  return (
    <Dialog
      title="Redeliver notifications"
      note="Redelivers notifications that failed, weren't sent, or didn't match the endpoint. The limit is 50,000 at a time."
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submitted(redeliver.mutate)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Created from"
            name="from"
            type="datetime-local"
            required
            defaultValue={localText(systemNow() - DAY)}
            hint="In your computer's time zone"
            fault={faultAt(redeliver.error, "/from")}
          />
          <TextField
            label="Until"
            name="to"
            type="datetime-local"
            hint="Leave blank for now."
            fault={faultAt(redeliver.error, "/to")}
          />
        </div>
        <EventTypeField chosen={eventTypes} onChange={setEventTypes} fault={faultAt(redeliver.error, "/eventTypes")} />
        <CheckField
          label="Include delivered notifications"
          name="includeDelivered"
          hint="They keep the same webhook-id, so your endpoint can recognize duplicates."
        />
        <FailureLine error={redeliver.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={redeliver.isPending} disabled={eventTypes.length === 0}>
            Redeliver
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The format of the browser's date field, to the minute. */
function localText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return new Date(milliseconds - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

import { readAgain } from "../../server/stale.ts";
import type { AmendEventRequest, UsageEvent } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { DialogActions } from "../../design/dialog.tsx";
import { TextArea, TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { askToDiscard } from "../../design/ask-to-discard.ts";

/** Amends an event. Sends only the changed members. */
export function AmendForm({ event, onDone }: { readonly event: UsageEvent; readonly onDone: () => void }) {
  const [notJson, setNotJson] = useState<string>();
  const written = JSON.stringify(event.properties, null, 2);
  const amend = useMutation({
    mutationFn: (body: AmendEventRequest) => client.events.amend(event.uniqueId, body),
    onSuccess: async () => {
      toast({ text: "Event amended" });
      await readAgain("events");
      onDone();
    },
  });
  const send = (form: FormData) => {
    const properties = textOf(form, "properties");
    const body: Record<string, unknown> = {};
    for (const name of ["account", "eventName", "timestamp"] as const) {
      if (textOf(form, name) !== event[name]) body[name] = textOf(form, name);
    }
    try {
      if (properties !== written) body["properties"] = JSON.parse(properties);
    } catch (error) {
      setNotJson(`Invalid JSON: ${(error as Error).message}`);
      return;
    }
    setNotJson(undefined);
    if (Object.keys(body).length === 0) onDone();
    else amend.mutate(body);
  };
  return (
    <form onSubmit={submitted(send)} className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        The event ID doesn't change. Counterfoil corrects invoiced usage on the next invoice. The audit log keeps both
        versions.
      </p>
      <TextField
        label="Account"
        name="account"
        defaultValue={event.account}
        hint="An account ID or alias"
        fault={faultAt(amend.error, "/account")}
      />
      <TextField
        label="Event name"
        name="eventName"
        defaultValue={event.eventName}
        fault={faultAt(amend.error, "/eventName")}
      />
      <TextField
        label="Time"
        name="timestamp"
        defaultValue={event.timestamp}
        hint="ISO 8601, such as 2026-11-01T08:00:00Z"
        fault={faultAt(amend.error, "/timestamp")}
      />
      <TextArea
        label="Properties"
        name="properties"
        defaultValue={written}
        rows={8}
        spellCheck={false}
        hint="A JSON object with string, number, or boolean values. Replaces all properties."
        fault={notJson ?? faultAt(amend.error, "/properties")}
      />
      <FailureLine error={amend.error} />
      <DialogActions>
        <Button onClick={() => void askToDiscard().then((discards) => discards && onDone())}>Cancel</Button>
        <Button type="submit" kind="primary" busy={amend.isPending}>
          Amend event
        </Button>
      </DialogActions>
    </form>
  );
}

import type { PauseSubscriptionRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../app/use-change.ts";

/** Stops a contract for a while. */
export function PauseDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [effective, setEffective] = useState("now");
  const [resumesOn, setResumesOn] = useState("");
  const pause = useChange({
    run: (body: PauseSubscriptionRequest) => client.subscriptions.pause(subscription.id, body),
    done: () => "The pause is set.",
    after: onClose,
  });
  return (
    <Dialog
      title={`Pause ${subscription.name}`}
      note="Paused days are not paid for, and their usage is not counted. What was paid ahead for them is credited when they are over."
      isOpen
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          pause.mutate({ effective, resumesOn: resumesOn === "" ? null : resumesOn });
        }}
      >
        <EffectiveField
          label="Begins"
          value={effective}
          onChange={setEffective}
          fault={faultAt(pause.error, "/effective")}
          options={[
            ["now", "Tomorrow: today is used up"],
            ["period_end", "When the period ends"],
          ]}
        />
        <TextField
          label="Goes on by itself on"
          type="date"
          hint="Until somebody resumes it when empty."
          value={resumesOn}
          onChange={(event) => setResumesOn(event.target.value)}
          fault={faultAt(pause.error, "/resumesOn")}
        />
        <FailureLine error={pause.error} />
        <DialogActions>
          <Button onClick={onClose}>Let it run</Button>
          <Button type="submit" kind="primary" busy={pause.isPending}>
            Pause
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

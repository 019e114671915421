import type { PauseSubscriptionRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../design/use-change.ts";

/** Pauses a contract. */
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
    changes: "subscriptions",
    run: (body: PauseSubscriptionRequest) => client.subscriptions.pause(subscription.id, body),
    done: () => "Pause scheduled",
    after: onClose,
  });
  return (
    <Dialog
      title={`Pause ${subscription.name}`}
      note="Paused days are not billed, and their usage is not counted. Counterfoil credits prepaid days when the pause ends."
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
          label="Starts"
          value={effective}
          onChange={setEffective}
          fault={faultAt(pause.error, "/effective")}
          options={[
            ["now", "Tomorrow"],
            ["period_end", "End of the period"],
          ]}
        />
        <TextField
          label="Resumes on"
          type="date"
          hint="Leave blank to resume it manually."
          value={resumesOn}
          onChange={(event) => setResumesOn(event.target.value)}
          fault={faultAt(pause.error, "/resumesOn")}
        />
        <FailureLine error={pause.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={pause.isPending}>
            Pause
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

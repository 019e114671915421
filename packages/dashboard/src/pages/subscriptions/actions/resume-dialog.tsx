import type { ResumeSubscriptionRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../design/use-change.ts";

/** Resumes a paused contract. */
export function ResumeDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [effective, setEffective] = useState("now");
  const resume = useChange({
    changes: "subscriptions",
    run: (body: ResumeSubscriptionRequest) => client.subscriptions.resume(subscription.id, body),
    done: () => "Resume date saved",
    after: onClose,
  });
  return (
    <Dialog
      title={`Resume ${subscription.name}`}
      note="Service and billing resume on this date. If it is before the pause starts, the pause is removed."
      isOpen
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          resume.mutate({ effective });
        }}
      >
        <EffectiveField
          label="Resumes"
          value={effective}
          onChange={setEffective}
          fault={faultAt(resume.error, "/effective")}
          options={[["now", "Today"]]}
        />
        <FailureLine error={resume.error} />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" kind="primary" busy={resume.isPending}>
            Resume
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

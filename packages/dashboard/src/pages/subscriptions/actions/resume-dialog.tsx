import type { ResumeSubscriptionRequest, Subscription } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../app/use-change.ts";

/** Lets a paused contract go on. */
export function ResumeDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [effective, setEffective] = useState("now");
  const resume = useChange({
    run: (body: ResumeSubscriptionRequest) => client.subscriptions.resume(subscription.id, body),
    done: () => "The subscription goes on.",
    after: onClose,
  });
  return (
    <Dialog
      title={`Resume ${subscription.name}`}
      note="From that day on it is served and paid for again. A pause that would end before it began never was."
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
          label="Goes on"
          value={effective}
          onChange={setEffective}
          fault={faultAt(resume.error, "/effective")}
          options={[["now", "Today"]]}
        />
        <FailureLine error={resume.error} />
        <DialogActions>
          <Button onClick={onClose}>Keep it paused</Button>
          <Button type="submit" kind="primary" busy={resume.isPending}>
            Resume
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

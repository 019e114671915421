import type { CancelSubscriptionRequest, Subscription, SubscriptionCancelationReason } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { CheckField, SelectField, TextArea } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../design/use-change.ts";

const REASONS: readonly SubscriptionCancelationReason[] = [
  "no_longer_required",
  "moving_provider",
  "pricing",
  "support",
  "features",
  "other",
];

/** Ends a contract: when, what becomes of what was paid ahead, and why. */
export function CancelDialog({
  subscription,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}) {
  const [effective, setEffective] = useState("period_end");
  const [reason, setReason] = useState<SubscriptionCancelationReason | null>(null);
  const [description, setDescription] = useState("");
  const [isCredited, setCredited] = useState(true);
  const [invoiceNow, setInvoiceNow] = useState(true);
  const cancel = useChange({
    changes: "subscriptions",
    run: (body: CancelSubscriptionRequest) => client.subscriptions.cancel(subscription.id, body),
    done: () =>
      effective === "now" ? "Subscription canceled" : "Cancellation scheduled. You can withdraw it until the end date.",
    after: onClose,
  });
  const isNow = effective === "now";
  return (
    <Dialog
      title={`Cancel ${subscription.name}`}
      note="The subscription stays active until its end date. You can withdraw the cancellation until then."
      isOpen
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          cancel.mutate({
            effective,
            reason,
            reasonDescription: description === "" ? null : description,
            credit: isCredited ? "prorate" : "none",
            ...(isNow && { invoiceNow }),
          });
        }}
      >
        <EffectiveField
          label="Ends"
          value={effective}
          onChange={setEffective}
          fault={faultAt(cancel.error, "/effective")}
          options={[
            ["period_end", "End of the paid period"],
            ...(subscription.contractEndDate === null ? [] : [["contract_end", "End of the term"] as const]),
            ["now", "End of today"],
          ]}
        />
        <SelectField
          label="Reason"
          value={reason ?? ""}
          onChange={(event) => setReason(REASONS.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">Not given</option>
          {REASONS.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </SelectField>
        <TextArea label="Comment" value={description} onChange={(event) => setDescription(event.target.value)} />
        <CheckField
          label="Credit unused time"
          hint="Credits the unused days of charges billed in advance."
          checked={isCredited}
          onChange={(event) => setCredited(event.target.checked)}
        />
        {isNow && (
          <CheckField
            label="Create the final invoice now"
            hint="If off, Counterfoil creates it at the end of the current period."
            checked={invoiceNow}
            onChange={(event) => setInvoiceNow(event.target.checked)}
          />
        )}
        <FailureLine error={cancel.error} />
        <DialogActions>
          <Button onClick={onClose}>Keep subscription</Button>
          <Button type="submit" kind="danger" busy={cancel.isPending}>
            Cancel subscription
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

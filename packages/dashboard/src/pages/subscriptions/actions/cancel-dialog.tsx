import type { CancelSubscriptionRequest, Subscription, SubscriptionCancelationReason } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions } from "../../../design/dialog.tsx";
import { CheckField, SelectField, TextArea } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { EffectiveField } from "./effective-field.tsx";
import { useChange } from "../../../app/use-change.ts";

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
    run: (body: CancelSubscriptionRequest) => client.subscriptions.cancel(subscription.id, body),
    done: () =>
      effective === "now"
        ? "The subscription is canceled."
        : "The cancellation is set. It can be withdrawn until then.",
    after: onClose,
  });
  const isNow = effective === "now";
  return (
    <Dialog
      title={`Cancel ${subscription.name}`}
      note="Until its end the subscription stays active, and the cancellation can be withdrawn."
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
            ["period_end", "When the paid period ends"],
            ...(subscription.contractEndDate === null ? [] : [["contract_end", "When the term ends"] as const]),
            ["now", "Today, at the end of the day"],
          ]}
        />
        <SelectField
          label="Why"
          value={reason ?? ""}
          onChange={(event) => setReason(REASONS.find((one) => one === event.target.value) ?? null)}
        >
          <option value="">Not told</option>
          {REASONS.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </SelectField>
        <TextArea label="In their words" value={description} onChange={(event) => setDescription(event.target.value)} />
        <CheckField
          label="Credit what was paid ahead"
          hint="The unused days of what was billed in advance are given back."
          checked={isCredited}
          onChange={(event) => setCredited(event.target.checked)}
        />
        {isNow && (
          <CheckField
            label="Make the last invoice at once"
            hint="Else it is made when the period would have ended."
            checked={invoiceNow}
            onChange={(event) => setInvoiceNow(event.target.checked)}
          />
        )}
        <FailureLine error={cancel.error} />
        <DialogActions>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger" busy={cancel.isPending}>
            Cancel the subscription
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

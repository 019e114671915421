import type { CancelSubscriptionRequest, Subscription, SubscriptionCancelationReason } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { CheckField, SelectField, TextArea } from "../../../design/field.tsx";
import { FailureLine, faultAt, Skeleton } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { useDebounced } from "../../../design/use-debounced.ts";
import { dayBefore } from "../../../format/days.ts";
import { formatDate, toDay } from "../../../format/dates.ts";
import { useAccountZone } from "../../../named/account-name.tsx";
import { asked } from "../../../server/asked.ts";
import { ChangeOutcome } from "../change-outcome.tsx";
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

/** Cancels a contract: when, what happens to prepaid days, and why. */
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
  const terms: CancelSubscriptionRequest = {
    effective,
    credit: isCredited ? "prorate" : "none",
    ...(isNow && { invoiceNow }),
  };
  const settled: CancelSubscriptionRequest = JSON.parse(useDebounced(JSON.stringify(terms), 350));
  const preview = useQuery({
    ...asked((api, signal) => api.subscriptions.previewCancellation(subscription.id, settled, { signal })),
    // After the cancellation, a second one is refused.
    enabled: settled.effective !== "" && !cancel.isPending && !cancel.isSuccess,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const error = cancel.error ?? preview.error;
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
            ...terms,
            reason,
            reasonDescription: description === "" ? null : description,
          });
        }}
      >
        <EffectiveField
          label="Ends"
          value={effective}
          onChange={setEffective}
          fault={faultAt(error, "/effective")}
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
        <section aria-label="What the cancellation does" className="min-h-24 rounded-md border border-line p-3">
          {preview.data === undefined ? (
            preview.error === null && <Skeleton className="h-18" />
          ) : (
            <ChangeOutcome
              dateName="Last day of service"
              date={
                <LastDay
                  accountId={subscription.accountId}
                  end={preview.data.subscription.cancelsAt ?? preview.data.subscription.endedAt}
                />
              }
              invoices={preview.data.invoices}
              nextInvoice={preview.data.nextInvoice}
            />
          )}
        </section>
        <FailureLine error={error} />
        <DialogActions>
          <DialogCancel>Keep subscription</DialogCancel>
          <Button type="submit" kind="danger" busy={cancel.isPending}>
            Cancel subscription
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A contract ends at the midnight after its last day. */
function LastDay({ accountId, end }: { readonly accountId: string; readonly end: string | null }) {
  const zone = useAccountZone(accountId);
  return end === null ? "–" : formatDate(dayBefore(toDay(end, zone)));
}

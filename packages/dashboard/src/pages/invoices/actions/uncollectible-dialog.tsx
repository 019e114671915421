import { client } from "../../../app/client.ts";
import { useChange } from "../../../app/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { formatMoney } from "../../../format/amount.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function UncollectibleDialog({ invoice, onClose }: DialogOfInvoice) {
  const giveUp = useChange({
    run: () => client.invoices.markUncollectible(invoice.id),
    done: () => "Marked uncollectible",
    after: onClose,
  });
  return (
    <ActionDialog
      title="Mark uncollectible"
      note={`${formatMoney(invoice.amountRemaining, invoice.currency)} is not expected to be paid any more and becomes bad debt. A payment can still be recorded.`}
      isOpen
      onClose={onClose}
      action="Mark uncollectible"
      kind="danger"
      busy={giveUp.isPending}
      error={giveUp.error}
      onSubmit={() => giveUp.mutate()}
    />
  );
}

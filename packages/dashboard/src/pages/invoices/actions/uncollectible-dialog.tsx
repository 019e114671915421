import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { formatMoney } from "../../../format/amount.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function UncollectibleDialog({ invoice, onClose }: DialogOfInvoice) {
  const giveUp = useChange({
    changes: "invoices",
    run: () => client.invoices.markUncollectible(invoice.id),
    done: () => "Marked uncollectible",
    after: onClose,
  });
  return (
    <ActionDialog
      title="Mark uncollectible"
      note={`Counterfoil records ${formatMoney(invoice.amountRemaining, invoice.currency)} as bad debt. You can still record a payment later.`}
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

import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { formatMoney } from "../../../format/amount.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function IssueDialog({ invoice, onClose }: DialogOfInvoice) {
  const issue = useChange({
    changes: "invoices",
    run: () => client.invoices.issue(invoice.id),
    done: ({ number }) => `Issued as ${number ?? invoice.id}`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Issue invoice"
      note={`Current total: ${formatMoney(invoice.total, invoice.currency)}. Counterfoil recalculates usage, assigns a number, and locks the invoice.`}
      isOpen
      onClose={onClose}
      action="Issue invoice"
      busy={issue.isPending}
      error={issue.error}
      onSubmit={() => issue.mutate()}
    />
  );
}

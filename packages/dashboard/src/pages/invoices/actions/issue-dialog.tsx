import { client } from "../../../app/client.ts";
import { useChange } from "../../../app/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { formatMoney } from "../../../format/amount.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function IssueDialog({ invoice, onClose }: DialogOfInvoice) {
  const issue = useChange({
    run: () => client.invoices.issue(invoice.id),
    done: ({ number }) => `Issued as ${number ?? invoice.id}`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Issue invoice"
      note={`It gets its number and never changes from then on. It comes to ${formatMoney(invoice.total, invoice.currency)} now; usage of an ended period is counted as it stands.`}
      isOpen
      onClose={onClose}
      action="Issue invoice"
      busy={issue.isPending}
      error={issue.error}
      onSubmit={() => issue.mutate()}
    />
  );
}

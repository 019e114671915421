import { useNavigate } from "@tanstack/react-router";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

export function DeleteDialog({ invoice, onClose }: DialogOfInvoice) {
  const navigate = useNavigate();
  const remove = useChange({
    changes: "invoices",
    run: () => client.invoices.delete(invoice.id),
    done: () => "Draft deleted",
    after: () => void navigate({ to: "/invoices" }),
  });
  return (
    <ActionDialog
      title="Delete draft"
      note="The draft has no number, so deleting it leaves no gap in your invoice numbers."
      isOpen
      onClose={onClose}
      action="Delete draft"
      kind="danger"
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    />
  );
}

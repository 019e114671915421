import { readAgain } from "../../server/stale.ts";
import type { ListedInvoice } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog, DialogActions } from "../../design/dialog.tsx";
import { FailureLine } from "../../design/states.tsx";
import { PaymentLinks } from "../../named/payment-links.tsx";
import { Day } from "../../design/when.tsx";

/** Creates a link with which anyone can see and pay an invoice. The link is shown once. */
export function PaymentLinkDialog({
  invoice,
  onClose,
}: {
  readonly invoice: ListedInvoice;
  readonly onClose: () => void;
}) {
  const make = useMutation({
    mutationFn: async () => await client.invoices.createLink(invoice.id),
    onSuccess: () => readAgain("invoices"),
  });
  return (
    <Dialog
      title={`Payment link for ${invoice.number ?? "the invoice"}`}
      note="Anyone with the link can view and pay the invoice. Copy it now: Counterfoil shows it only once. It expires after 90 days."
      isOpen
      onClose={onClose}
    >
      <FailureLine error={make.error} />
      {make.data !== undefined && (
        <>
          <Code label="Payment link" text={make.data.hostedInvoiceUrl} />
          <p className="mt-2 text-sm text-muted">
            Expires <Day instant={make.data.expiresAt} />.
          </p>
        </>
      )}
      <h3 className="mt-4 text-sm font-medium">Payment links for this invoice</h3>
      <PaymentLinks invoiceId={invoice.id} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {make.data === undefined && (
          <Button kind="primary" busy={make.isPending} onClick={() => make.mutate()}>
            Create link
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

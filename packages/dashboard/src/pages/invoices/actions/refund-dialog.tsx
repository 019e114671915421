import type { Payment } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { formatMoney, isZero } from "../../../format/amount.ts";
import { formatDate } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import { paymentsOfInvoiceQuery } from "../invoice-queries.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

/** Refunds one of the payments of an invoice. */
export function RefundDialog({ invoice, onClose }: DialogOfInvoice) {
  const { data = [] } = useQuery(paymentsOfInvoiceQuery(invoice.id));
  const payments = data.filter(({ status }) => status === "succeeded");
  return payments.length === 0 ? null : <RefundOf payments={payments} onClose={onClose} />;
}

interface RefundOfProps {
  readonly payments: readonly Payment[];
  readonly onClose: () => void;
}

/** Refunds a payment: all of it unless a smaller amount is entered. */
export function RefundOf({ payments, onClose }: RefundOfProps) {
  const [paymentId, setPaymentId] = useState(payments[0]?.id ?? "");
  const chosen = payments.find(({ id }) => id === paymentId);
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const refund = useChange({
    changes: "payments",
    run: () => client.payments.createRefund(paymentId, { amount: amount.trim(), reason: reason.trim() }),
    done: (made) => `Refund of ${formatMoney(made.amount, made.currency)} created`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Refund payment"
      note="A refund increases the amount due on the invoice. To reduce the invoice as well, create a credit note and apply it as a refund."
      isOpen
      onClose={onClose}
      action="Refund"
      kind="danger"
      isReady={amount.trim() !== "" && reason.trim() !== ""}
      busy={refund.isPending}
      error={refund.error}
      onSubmit={() => refund.mutate()}
    >
      {payments.length > 1 && (
        <SelectField label="Payment" value={paymentId} onChange={(event) => setPaymentId(event.target.value)}>
          {payments.map(({ id, date, createdAt, method, amount: paid, currency }) => (
            <option key={id} value={id}>
              {formatMoney(paid, currency)} · {toWords(method)} · {formatDate(date ?? createdAt)}
            </option>
          ))}
        </SelectField>
      )}
      <NumberField
        label={`Amount in ${chosen?.currency ?? ""}`}
        kind="amount"
        hint={chosen === undefined ? undefined : describe(chosen)}
        value={amount}
        onChange={setAmount}
        fault={faultAt(refund.error, "/amount")}
        autoFocus
      />
      <TextField
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        fault={faultAt(refund.error, "/reason")}
      />
    </ActionDialog>
  );
}

function describe({ amount, refundedAmount, currency }: Payment): string {
  const paid = `${formatMoney(amount, currency)} paid`;
  return isZero(refundedAmount) ? `${paid}.` : `${paid}, ${formatMoney(refundedAmount, currency)} refunded`;
}

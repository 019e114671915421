import type { PaymentMethodType } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { formatMoney } from "../../../format/amount.ts";
import { toDay } from "../../../format/dates.ts";
import { toWords } from "../../../format/words.ts";
import { useNowOf } from "../../clocks/use-present.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

const METHODS: readonly PaymentMethodType[] = ["bank_transfer", "card", "direct_debit", "check", "cash", "other"];

/** Records a payment that was received outside of the payment provider. */
export function PaymentDialog({ invoice, onClose }: DialogOfInvoice) {
  const [amount, setAmount] = useState(invoice.amountRemaining);
  const [method, setMethod] = useState<PaymentMethodType>("bank_transfer");
  const { timezone } = useOrganization();
  const now = useNowOf(invoice.accountId);
  const [chosenDate, setDate] = useState<string | null>(null);
  const date = chosenDate ?? (now === null ? "" : toDay(now, timezone));
  const [note, setNote] = useState("");
  const [reference, setReference] = useState("");
  const record = useChange({
    changes: "invoices",
    run: () =>
      client.invoices.createPayment(invoice.id, {
        amount: amount.trim(),
        method,
        date: date === "" ? null : date,
        note: note === "" ? null : note,
        externalId: reference === "" ? null : reference,
      }),
    done: (payment) => `Payment of ${formatMoney(payment.amount, payment.currency)} recorded`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Record payment"
      note={`Amount due: ${formatMoney(invoice.amountRemaining, invoice.currency)}. Any excess becomes account credit.`}
      isOpen
      onClose={onClose}
      action="Record payment"
      isReady={amount.trim() !== ""}
      busy={record.isPending}
      error={record.error}
      onSubmit={() => record.mutate()}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={`Amount in ${invoice.currency}`}
          kind="amount"
          value={amount}
          onChange={setAmount}
          fault={faultAt(record.error, "/amount")}
          autoFocus
        />
        <TextField
          label="Received on"
          type="date"
          value={date}
          onChange={(event) => setDate(event.target.value)}
          fault={faultAt(record.error, "/date")}
        />
        <SelectField
          label="Method"
          value={method}
          onChange={(event) => setMethod(METHODS.find((one) => one === event.target.value) ?? "other")}
        >
          {METHODS.map((one) => (
            <option key={one} value={one}>
              {toWords(one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reference"
          hint="Such as the bank reference. Each reference can be recorded only once."
          value={reference}
          onChange={(event) => setReference(event.target.value)}
          fault={faultAt(record.error, "/externalId")}
        />
      </div>
      <TextField label="Note" value={note} onChange={(event) => setNote(event.target.value)} />
    </ActionDialog>
  );
}

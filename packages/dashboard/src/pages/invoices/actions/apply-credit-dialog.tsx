import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { formatMoney, isZero } from "../../../format/amount.ts";
import { asked } from "../../../server/asked.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

/** Pays the invoice from account credit, which otherwise pays only invoices that are issued later. */
export function ApplyCreditDialog({ invoice, onClose }: DialogOfInvoice) {
  const { currency, amountRemaining } = invoice;
  const { data: balance, error } = useQuery(
    asked((api, signal) => api.accounts.getBalance(invoice.accountId, { signal })),
  );
  const credit = balance?.balances.find((one) => one.currency === currency)?.accountCredit ?? "0";
  const [amount, setAmount] = useState("");
  const apply = useChange({
    changes: "invoices",
    run: () => client.invoices.applyAccountCredit(invoice.id, amount.trim() === "" ? {} : { amount: amount.trim() }),
    done: (after) => `Amount due: ${formatMoney(after.amountRemaining, currency)}`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Apply account credit"
      note={
        balance === undefined
          ? "Pay this invoice with account credit."
          : `Amount due: ${formatMoney(amountRemaining, currency)}. Available account credit: ${formatMoney(credit, currency)}.`
      }
      isOpen
      onClose={onClose}
      action="Apply credit"
      isReady={balance !== undefined && !isZero(credit)}
      busy={apply.isPending}
      error={apply.error}
      onSubmit={() => apply.mutate()}
    >
      {error !== null && <FailureLine error={error} />}
      <NumberField
        label={`Amount in ${currency}`}
        hint="Leave blank to apply as much credit as possible."
        kind="amount"
        value={amount}
        onChange={setAmount}
        fault={faultAt(apply.error, "/amount")}
        autoFocus
      />
    </ActionDialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../app/client.ts";
import { useChange } from "../../../app/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { formatMoney, isZero } from "../../../format/amount.ts";
import { accountQueries } from "../../accounts/account-queries.ts";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

/** Pays it from the account's credit, which by itself pays only invoices that are issued later. */
export function ApplyCreditDialog({ invoice, onClose }: DialogOfInvoice) {
  const { currency, amountRemaining } = invoice;
  const { data: balance, error } = useQuery(accountQueries.balance(invoice.accountId));
  const credit = balance?.balances.find((one) => one.currency === currency)?.accountCredit ?? "0";
  const [amount, setAmount] = useState("");
  const apply = useChange({
    run: () => client.invoices.applyAccountCredit(invoice.id, amount.trim() === "" ? {} : { amount: amount.trim() }),
    done: (after) => `Amount due: ${formatMoney(after.amountRemaining, currency)}`,
    after: onClose,
  });
  return (
    <ActionDialog
      title="Apply account credit"
      note={
        balance === undefined
          ? "This invoice was paid with account credit"
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
      <TextField
        label={`Amount in ${currency}`}
        hint="Leave blank to apply as much credit as possible."
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        fault={faultAt(apply.error, "/amount")}
        autoFocus
      />
    </ActionDialog>
  );
}

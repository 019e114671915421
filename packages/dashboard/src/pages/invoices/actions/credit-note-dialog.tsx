import type { CreditNoteOutcome } from "@counterfoil/sdk";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { BareInput, SelectField, TextField } from "../../../design/field.tsx";
import { Money } from "../../../design/money.tsx";
import { faultAt } from "../../../design/states.tsx";
import type { DialogOfInvoice } from "./dialog-of-invoice.ts";

const OUTCOMES: readonly (readonly [outcome: CreditNoteOutcome, name: string, what: string])[] = [
  ["apply", "Reduce balance", "Applied to invoice. Any excess becomes account credit."],
  ["account_credit", "Account credit", "Applied to future invoices. The balance of this invoice doesn't change."],
  ["refund", "Refund", "Counterfoil refunds the payment."],
];

/** Gives back lines of an issued invoice, or parts of them. Tax follows from them, by the server. */
export function CreditNoteDialog({ invoice, onClose }: DialogOfInvoice) {
  const navigate = useNavigate();
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const [memo, setMemo] = useState("");
  const [outcome, setOutcome] = useState<CreditNoteOutcome>("apply");
  const chosen = Object.entries(amounts);
  const make = useChange({
    changes: "creditNotes",
    run: () =>
      client.creditNotes.create({
        invoiceId: invoice.id,
        reason: reason.trim(),
        outcome,
        memo: memo === "" ? null : memo,
        lines: chosen.map(([lineItemId, amount]) => ({
          lineItemId,
          amount: amount.trim() === "" ? null : amount.trim(),
        })),
      }),
    done: ({ number }) => `Credit note ${number} issued`,
    after: ({ id }) => void navigate({ to: `/credit-notes/${id}` }),
  });
  const choose = (id: string, isChosen: boolean) =>
    setAmounts(isChosen ? { ...amounts, [id]: "" } : Object.fromEntries(chosen.filter(([key]) => key !== id)));
  const isAll = chosen.length === invoice.lineItems.length;
  return (
    <ActionDialog
      title="New credit note"
      note="Choose the lines to credit. Counterfoil issues the credit note immediately; you can't change it later."
      isOpen
      onClose={onClose}
      action="Issue credit note"
      wide
      isReady={chosen.length > 0 && reason.trim() !== ""}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate()}
    >
      <fieldset className="min-w-0">
        <legend className="mb-1 flex w-full items-center justify-between text-sm font-medium">
          Lines
          <button
            type="button"
            className="font-normal text-accent hover:underline"
            onClick={() => setAmounts(isAll ? {} : Object.fromEntries(invoice.lineItems.map(({ id }) => [id, ""])))}
          >
            {isAll ? "None" : "All"}
          </button>
        </legend>
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {invoice.lineItems.map(({ id, description, totalPrice }) => {
            const place = chosen.findIndex(([key]) => key === id);
            const fault = place === -1 ? undefined : faultOfLine(make.error, place);
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 text-sm">
                <label className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
                  <input
                    type="checkbox"
                    className="size-4 accent-(--accent)"
                    checked={place !== -1}
                    onChange={(event) => choose(id, event.target.checked)}
                  />
                  <span className="min-w-0 truncate">{description}</span>
                </label>
                <Money amount={totalPrice} currency={invoice.currency} />
                <div className="w-36">
                  <BareInput
                    label={`Amount to credit for ${description}, excluding tax`}
                    inputMode="decimal"
                    placeholder="Remaining amount"
                    disabled={place === -1}
                    value={amounts[id] ?? ""}
                    onChange={(event) => setAmounts({ ...amounts, [id]: event.target.value })}
                    aria-invalid={fault !== undefined || undefined}
                    className="text-right"
                  />
                </div>
                {fault !== undefined && <p className="w-full text-xs text-bad">{fault}</p>}
              </li>
            );
          })}
        </ul>
        <p className="mt-1 text-xs text-muted">
          Amounts exclude tax. Leave blank to credit the remaining amount of the line.
        </p>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Apply as"
          hint={OUTCOMES.find(([one]) => one === outcome)?.[2]}
          value={outcome}
          onChange={(event) => setOutcome(OUTCOMES.find(([one]) => one === event.target.value)?.[0] ?? "apply")}
        >
          {OUTCOMES.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reason"
          hint="Shown on the credit note"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          fault={faultAt(make.error, "/reason")}
        />
      </div>
      <TextField label="Memo" value={memo} onChange={(event) => setMemo(event.target.value)} />
    </ActionDialog>
  );
}

function faultOfLine(error: unknown, place: number): string | undefined {
  return (
    faultAt(error, `/lines/${place}/amount`) ??
    faultAt(error, `/lines/${place}`) ??
    faultAt(error, `/lines/${place}/lineItemId`)
  );
}

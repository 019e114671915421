import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { SelectField, TextField } from "../../../design/field.tsx";
import { RadioCard } from "../../../design/radio-card.tsx";
import { faultAt } from "../../../design/states.tsx";
import { isZero } from "../../../format/amount.ts";
import { pageAt } from "../../../routing/page-at.ts";
import { CreditedLines } from "./credited-lines.tsx";
import { canRefund, CAUSES, type CorrectionDraft, OUTCOMES } from "./correction-draft.ts";

interface CorrectionFieldsProps {
  readonly invoice: Invoice;
  readonly draft: CorrectionDraft;
  readonly error: unknown;
  readonly onChange: (draft: CorrectionDraft) => void;
}

/** What happened, which lines are credited, and where the amount goes. */
export function CorrectionFields({ invoice, draft, error, onChange }: CorrectionFieldsProps) {
  const outcomes = OUTCOMES.filter(([outcome]) => outcome !== "refund" || canRefund(invoice));
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-medium">What happened?</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {CAUSES.map(({ cause, label, note, outcome }) => {
            const isPossible = outcome !== "refund" || canRefund(invoice);
            return (
              <RadioCard
                key={cause}
                name="cause"
                label={label}
                note={isPossible ? note : "Nothing is paid on this invoice yet."}
                disabled={!isPossible}
                checked={draft.cause === cause}
                onChange={() => onChange({ ...draft, cause, outcome })}
              />
            );
          })}
        </div>
        <OtherWays invoice={invoice} cause={draft.cause} />
      </fieldset>
      <CreditedLines
        invoice={invoice}
        amounts={draft.amounts}
        error={error}
        onChange={(amounts) => onChange({ ...draft, amounts })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Apply as"
          hint={outcomes.find(([one]) => one === draft.outcome)?.[2]}
          value={draft.outcome}
          onChange={({ target }) =>
            onChange({ ...draft, outcome: outcomes.find(([one]) => one === target.value)?.[0] ?? "apply" })
          }
        >
          {outcomes.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Reason"
          hint="Shown on the credit note"
          value={draft.reason}
          onChange={({ target }) => onChange({ ...draft, reason: target.value })}
          fault={faultAt(error, "/reason")}
        />
      </div>
      <TextField
        label="Memo"
        value={draft.memo}
        onChange={({ target }) => onChange({ ...draft, memo: target.value })}
        fault={faultAt(error, "/memo")}
      />
    </>
  );
}

/** What fits better in some cases: voiding an unpaid invoice, and a refund that leaves the invoice as it is. */
function OtherWays({ invoice, cause }: Pick<CorrectionFieldsProps, "invoice"> & Pick<CorrectionDraft, "cause">) {
  const { id, status, amountPaid } = invoice;
  const isUnpaid = status !== "paid" && isZero(amountPaid);
  const to = (action: "void" | "refund") => pageAt("/invoices/$invoiceId", { do: action }, { invoiceId: id });
  const link = "text-accent underline";
  if (cause === "wrong_invoice" && isUnpaid) {
    return (
      <p className="mt-2 text-xs text-muted">
        If all of it is wrong,{" "}
        <Link {...to("void")} className={link}>
          void the invoice
        </Link>{" "}
        instead. Counterfoil can bill its charges again.
      </p>
    );
  }
  if (cause !== "money_back" || !canRefund(invoice)) return null;
  return (
    <p className="mt-2 text-xs text-muted">
      If the invoice is right and only the payment is wrong,{" "}
      <Link {...to("refund")} className={link}>
        refund the payment without a credit note
      </Link>
      . The amount is then due again.
    </p>
  );
}

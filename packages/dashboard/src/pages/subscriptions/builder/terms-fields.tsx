import { faultAt } from "../../../design/states.tsx";
import { CheckField, SelectField, TextField } from "../../../design/field.tsx";
import { toWords } from "../../../format/words.ts";
import type { BuilderDraft } from "./builder-draft.ts";

const PAYMENT_TERMS = ["on_issue", "net_7", "net_15", "net_30", "net_60", "net_90", "indefinite"] as const;

interface TermsFieldsProps {
  readonly draft: BuilderDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<BuilderDraft>) => void;
}

/** What is agreed beside the prices. */
export function TermsFields({ draft, error, onChange }: TermsFieldsProps) {
  const isFixed = draft.periodType === "fixed";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Name"
        hint="On the contract and its invoices; made of the plan’s when empty."
        value={draft.name}
        fault={faultAt(error, "/name")}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Starts"
        type="date"
        hint="Today when empty."
        value={draft.startDate}
        fault={faultAt(error, "/contractStartDate")}
        onChange={({ target }) => onChange({ startDate: target.value })}
      />
      <SelectField
        label="Term"
        value={draft.periodType}
        onChange={({ target }) => onChange({ periodType: target.value === "fixed" ? "fixed" : "monthly_rolling" })}
      >
        <option value="monthly_rolling">From month to month</option>
        <option value="fixed">A fixed term</option>
      </SelectField>
      {isFixed ? (
        <TextField
          label="Months"
          inputMode="numeric"
          value={draft.duration}
          fault={faultAt(error, "/contractDuration")}
          onChange={({ target }) => onChange({ duration: target.value })}
        />
      ) : (
        <div className="max-sm:hidden" />
      )}
      {isFixed && (
        <div className="sm:col-span-2">
          <CheckField
            label="Renews by itself for the same term"
            checked={draft.autoRenew}
            onChange={({ target }) => onChange({ autoRenew: target.checked })}
          />
        </div>
      )}
      <TextField
        label="Trial in days"
        inputMode="numeric"
        hint="None when empty."
        value={draft.trialPeriodDays}
        fault={faultAt(error, "/trialPeriodDays")}
        onChange={({ target }) => onChange({ trialPeriodDays: target.value })}
      />
      <SelectField
        label="Payment terms"
        value={draft.paymentTerms}
        onChange={({ target }) => onChange({ paymentTerms: PAYMENT_TERMS.find((one) => one === target.value) ?? "" })}
      >
        <option value="">The organization’s</option>
        {PAYMENT_TERMS.map((one) => (
          <option key={one} value={one}>
            {toWords(one)}
          </option>
        ))}
      </SelectField>
      <div className="grid grid-cols-[1fr_auto] gap-2">
        <TextField
          label="Discount on everything"
          inputMode="decimal"
          hint="None when empty."
          value={draft.discountAmount}
          fault={faultAt(error, "/discount/amount")}
          onChange={({ target }) => onChange({ discountAmount: target.value })}
        />
        <SelectField
          label="In"
          value={draft.discountType}
          onChange={({ target }) => onChange({ discountType: target.value === "amount" ? "amount" : "percentage" })}
        >
          <option value="percentage">%</option>
          <option value="amount">{draft.currency === "" ? "money" : draft.currency}</option>
        </SelectField>
      </div>
      <TextField
        label="For how many months"
        inputMode="numeric"
        hint="For good when empty."
        disabled={draft.discountAmount === ""}
        value={draft.discountMonths}
        onChange={({ target }) => onChange({ discountMonths: target.value })}
      />
      <TextField
        label="At least a month"
        inputMode="decimal"
        hint="What is billed at least, in money."
        value={draft.minimumSpend}
        fault={faultAt(error, "/minimumSpend/amount")}
        onChange={({ target }) => onChange({ minimumSpend: target.value })}
      />
      <TextField
        label="Order number"
        hint="Of the customer’s order, printed on each invoice."
        value={draft.purchaseOrderNumber}
        onChange={({ target }) => onChange({ purchaseOrderNumber: target.value })}
      />
      <div className="flex flex-col gap-2 sm:col-span-2">
        <CheckField
          label="Issue invoices by themselves"
          hint="Else each waits for somebody to approve it."
          checked={draft.autoIssue}
          onChange={({ target }) => onChange({ autoIssue: target.checked })}
        />
        <CheckField
          label="Send invoices by e-mail"
          checked={draft.sendInvoices}
          onChange={({ target }) => onChange({ sendInvoices: target.checked })}
        />
      </div>
    </div>
  );
}

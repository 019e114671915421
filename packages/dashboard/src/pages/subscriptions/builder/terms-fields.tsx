import { CheckField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { ContractFields } from "../../catalogue/plans/contract-fields.tsx";
import type { BuilderDraft } from "./builder-draft.ts";

interface TermsFieldsProps {
  readonly draft: BuilderDraft;
  readonly error: unknown;
  readonly onChange: (change: Partial<BuilderDraft>) => void;
}

/** The terms besides the prices. */
export function TermsFields({ draft, error, onChange }: TermsFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          className="sm:col-span-2"
          hint="Shown on the contract and invoices. Leave blank to use the plan name."
          value={draft.name}
          fault={faultAt(error, "/name")}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label="PO number"
          hint="The customer's purchase order number, shown on each invoice"
          value={draft.purchaseOrderNumber}
          onChange={({ target }) => onChange({ purchaseOrderNumber: target.value })}
        />
        <TextField
          label="Buyer reference"
          hint="Shown on each invoice, such as a Leitweg-ID. Leave blank for the account default."
          maxLength={200}
          value={draft.buyerReference}
          fault={faultAt(error, "/buyerReference")}
          onChange={({ target }) => onChange({ buyerReference: target.value })}
        />
        <TextField
          label="Start date"
          type="date"
          hint="Leave blank for today."
          value={draft.startDate}
          fault={faultAt(error, "/contractStartDate")}
          onChange={({ target }) => onChange({ startDate: target.value })}
        />
        <TextField
          label="End date"
          type="date"
          hint="Exclusive. Leave blank to set the length in months."
          value={draft.endDate}
          fault={faultAt(error, "/contractEndDate")}
          onChange={({ target }) => onChange({ endDate: target.value })}
        />
      </div>
      <ContractFields draft={draft} currency={draft.currency} error={error} onChange={onChange} />
      <div className="flex flex-col gap-2">
        <CheckField
          label="Issue automatically"
          hint="If off, each invoice waits for approval."
          checked={draft.autoIssue}
          onChange={({ target }) => onChange({ autoIssue: target.checked })}
        />
        <CheckField
          label="Email invoices"
          checked={draft.sendInvoices}
          onChange={({ target }) => onChange({ sendInvoices: target.checked })}
        />
      </div>
    </div>
  );
}

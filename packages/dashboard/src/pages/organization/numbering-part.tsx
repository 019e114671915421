import type { OrganizationInvoiceNumberRestart } from "@counterfoil/sdk";
import { useState } from "react";
import { useOrganization } from "../../server/session.ts";
import { SelectField, TextField } from "../../design/field.tsx";
import { textOf } from "../../design/form.ts";
import { systemNow } from "../../format/clock.ts";
import { toDay } from "../../format/dates.ts";
import { numberExample } from "./number-example.ts";
import { SettingsForm } from "./settings-form.tsx";

/** The numbering of invoices, credit notes and receipts. No series has gaps. */
export function NumberingPart() {
  const organization = useOrganization();
  const [prefix, setPrefix] = useState(organization.invoiceNumberPrefix);
  const [invoice, setInvoice] = useState(organization.invoiceNumberFormat);
  const [note, setNote] = useState(organization.creditNoteNumberFormat);
  const [receipt, setReceipt] = useState(organization.receiptNumberFormat);
  const example = (format: string) =>
    `Example: ${numberExample(format, prefix, toDay(systemNow(), organization.timezone))}`;
  return (
    <SettingsForm
      title="Numbering"
      note="Counterfoil numbers documents without gaps when they are issued. Formats can use {PREFIX}, {YYYY}, {YY}, {MM}, and {SEQ}, or {SEQ:5} for five digits."
      read={(form) => ({
        invoiceNumberPrefix: prefix.trim(),
        invoiceNumberFormat: invoice.trim(),
        invoiceNumberRestart: textOf(form, "restart") as OrganizationInvoiceNumberRestart,
        creditNoteNumberFormat: note.trim(),
        receiptNumberFormat: receipt.trim(),
      })}
    >
      {(fault) => (
        <>
          <TextField
            label="Prefix"
            value={prefix}
            onChange={({ target }) => setPrefix(target.value)}
            fault={fault("/invoiceNumberPrefix")}
          />
          <SelectField
            label="Restart sequence"
            name="restart"
            defaultValue={organization.invoiceNumberRestart}
            hint="The format must include the year, or the year and month."
            fault={fault("/invoiceNumberRestart")}
          >
            <option value="never">Never</option>
            <option value="yearly">Every year</option>
            <option value="monthly">Every month</option>
          </SelectField>
          <TextField
            label="Invoices"
            value={invoice}
            onChange={({ target }) => setInvoice(target.value)}
            required
            hint={example(invoice)}
            fault={fault("/invoiceNumberFormat")}
          />
          <TextField
            label="Credit notes"
            value={note}
            onChange={({ target }) => setNote(target.value)}
            required
            hint={example(note)}
            fault={fault("/creditNoteNumberFormat")}
          />
          <TextField
            label="Receipts"
            value={receipt}
            onChange={({ target }) => setReceipt(target.value)}
            required
            hint={example(receipt)}
            fault={fault("/receiptNumberFormat")}
          />
        </>
      )}
    </SettingsForm>
  );
}

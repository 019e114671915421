import type { PaymentTerms } from "@counterfoil/sdk";
import { useOrganization } from "../../app/session.ts";
import { CheckField, SelectField, TextField } from "../../design/field.tsx";
import { textOf } from "../../design/form.ts";
import { SettingsForm } from "./settings-form.tsx";

const TERMS: readonly (readonly [PaymentTerms, string])[] = [
  ["on_issue", "When it is issued"],
  ["net_7", "Within 7 days"],
  ["net_15", "Within 15 days"],
  ["net_30", "Within 30 days"],
  ["net_60", "Within 60 days"],
  ["net_90", "Within 90 days"],
  ["indefinite", "Whenever"],
];

/** When invoices are issued and due. */
export function InvoicingPart() {
  const organization = useOrganization();
  return (
    <SettingsForm
      title="Invoicing and payment terms"
      note="For what is billed from now on."
      read={(form) => ({
        graceHours: Number(textOf(form, "graceHours")),
        defaultPaymentTerms: textOf(form, "terms") as PaymentTerms,
        zeroAmountInvoices: textOf(form, "zero") === "skip" ? "skip" : "issue",
        eInvoicing: form.get("eInvoicing") === "on",
      })}
    >
      {(fault) => (
        <>
          <TextField
            label="Hours of grace"
            name="graceHours"
            type="number"
            min={0}
            required
            defaultValue={organization.graceHours}
            hint="An invoice stays a draft for so long after its period ends. Late usage still gets in, and you can look at it."
            fault={fault("/graceHours")}
          />
          <SelectField
            label="Invoices are due"
            name="terms"
            defaultValue={organization.defaultPaymentTerms}
            hint="Unless a plan or a subscription says something else"
            fault={fault("/defaultPaymentTerms")}
          >
            {TERMS.map(([terms, name]) => (
              <option key={terms} value={terms}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Invoices of nothing"
            name="zero"
            defaultValue={organization.zeroAmountInvoices}
            fault={fault("/zeroAmountInvoices")}
          >
            <option value="issue">Are issued like others</option>
            <option value="skip">Are not issued</option>
          </SelectField>
          <div className="sm:pt-6">
            <CheckField
              label="Electronic invoices"
              name="eInvoicing"
              defaultChecked={organization.eInvoicing}
              hint="PDFs carry the invoice as XML of EN 16931."
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}

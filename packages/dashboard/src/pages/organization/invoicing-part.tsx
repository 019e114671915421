import type { PaymentTerms } from "@counterfoil/sdk";
import { useOrganization } from "../../server/session.ts";
import { CheckField, SelectField } from "../../design/field.tsx";
import { textOf } from "../../design/form.ts";
import { NumberField } from "../../design/number-field.tsx";
import { SettingsForm } from "./settings-form.tsx";

const TERMS: readonly (readonly [PaymentTerms, string])[] = [
  ["on_issue", "Due on receipt"],
  ["net_7", "Within 7 days"],
  ["net_15", "Within 15 days"],
  ["net_30", "Within 30 days"],
  ["net_60", "Within 60 days"],
  ["net_90", "Within 90 days"],
  ["indefinite", "No due date"],
];

/** When invoices are issued and due. */
export function InvoicingPart() {
  const organization = useOrganization();
  return (
    <SettingsForm
      title="Invoicing and payment terms"
      note="Applies to new invoices."
      read={(form) => ({
        graceHours: Number(textOf(form, "graceHours")),
        defaultPaymentTerms: textOf(form, "terms") as PaymentTerms,
        zeroAmountInvoices: textOf(form, "zero") === "skip" ? "skip" : "issue",
        eInvoicing: form.get("eInvoicing") === "on",
      })}
    >
      {(fault) => (
        <>
          <NumberField
            label="Grace period (hours)"
            kind="count"
            name="graceHours"
            required
            defaultValue={String(organization.graceHours)}
            hint="How long an invoice stays a draft after its period ends. Late usage is included, and you can review the draft."
            fault={fault("/graceHours")}
          />
          <SelectField
            label="Payment terms"
            name="terms"
            defaultValue={organization.defaultPaymentTerms}
            hint="Plans and subscriptions can override this."
            fault={fault("/defaultPaymentTerms")}
          >
            {TERMS.map(([terms, name]) => (
              <option key={terms} value={terms}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Zero-amount invoices"
            name="zero"
            defaultValue={organization.zeroAmountInvoices}
            fault={fault("/zeroAmountInvoices")}
          >
            <option value="issue">Issue</option>
            <option value="skip">Don't issue</option>
          </SelectField>
          <div className="sm:pt-6">
            <CheckField
              label="Electronic invoices"
              name="eInvoicing"
              defaultChecked={organization.eInvoicing}
              hint="Embed EN 16931 XML in invoice PDFs."
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}

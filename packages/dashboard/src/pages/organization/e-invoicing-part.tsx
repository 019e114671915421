import { useOrganization } from "../../server/session.ts";
import { SelectField, TextArea, TextField } from "../../design/field.tsx";
import { textOf } from "../../design/form.ts";
import { E_INVOICE_PROFILES, profileOf } from "../../format/e-invoice-profiles.ts";
import { notesOfText, textOfNotes } from "./invoice-notes.ts";
import { SettingsForm } from "./settings-form.tsx";

/** Data that networks and authorities require in XML in addition to the invoice. */
export function EInvoicingPart() {
  const { eInvoiceProfile, electronicAddress, registrationScheme, invoiceContact, invoiceNotes } = useOrganization();
  return (
    <SettingsForm
      title="Electronic invoices"
      note="Applies to new invoices. To embed XML in PDFs, turn on Electronic invoices under Invoicing."
      read={(form) => {
        const scheme = textOf(form, "addressScheme").trim();
        const value = textOf(form, "addressValue").trim();
        return {
          eInvoiceProfile: profileOf(textOf(form, "profile")) ?? "en16931",
          electronicAddress: scheme === "" && value === "" ? null : { scheme, value },
          registrationScheme: orNull(textOf(form, "registrationScheme")),
          invoiceContact: {
            name: orNull(textOf(form, "contactName")),
            phone: orNull(textOf(form, "contactPhone")),
            email: orNull(textOf(form, "contactEmail")),
          },
          invoiceNotes: notesOfText(textOf(form, "notes")),
        };
      }}
    >
      {(fault) => (
        <>
          <SelectField
            label="Profile"
            className="sm:col-span-2"
            name="profile"
            defaultValue={eInvoiceProfile}
            hint="You can override this for each account."
            fault={fault("/eInvoiceProfile")}
          >
            {E_INVOICE_PROFILES.map(([profile, name]) => (
              <option key={profile} value={profile}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Address scheme (EAS)"
            name="addressScheme"
            maxLength={4}
            defaultValue={electronicAddress?.scheme ?? ""}
            hint="9930 for a German VAT number, 0088 for a GLN"
            fault={fault("/electronicAddress/scheme")}
          />
          <TextField
            label="Electronic address"
            name="addressValue"
            maxLength={100}
            defaultValue={electronicAddress?.value ?? ""}
            hint="Your Peppol ID without the scheme. Leave blank to use your email address."
            fault={fault("/electronicAddress/value")}
          />
          <TextField
            label="Contact name"
            name="contactName"
            defaultValue={invoiceContact?.name ?? ""}
            hint="The person or team to contact about invoices"
            fault={fault("/invoiceContact/name")}
          />
          <TextField
            label="Contact phone"
            name="contactPhone"
            type="tel"
            defaultValue={invoiceContact?.phone ?? ""}
            fault={fault("/invoiceContact/phone")}
          />
          <TextField
            label="Contact email"
            name="contactEmail"
            type="email"
            defaultValue={invoiceContact?.email ?? ""}
            hint="Leave blank to use the organization email address."
            fault={fault("/invoiceContact/email")}
          />
          <TextField
            label="Register code (ISO 6523)"
            name="registrationScheme"
            maxLength={4}
            defaultValue={registrationScheme ?? ""}
            hint="0002 for SIREN, 0106 for KVK"
            fault={fault("/registrationScheme") ?? fault("/registrationNumber")}
          />
          <TextArea
            label="Legal notes"
            name="notes"
            rows={4}
            className="sm:col-span-2"
            defaultValue={textOfNotes(invoiceNotes)}
            hint="Enter one note per line, starting with its code: PMD (late payment penalty), PMT (recovery costs), or AAB (early payment discount)."
            placeholder="PMT: Indemnité forfaitaire pour frais de recouvrement : 40 €"
            fault={fault("/invoiceNotes") ?? fault("/invoiceNotes/0/subjectCode")}
          />
        </>
      )}
    </SettingsForm>
  );
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { asked } from "../../server/asked.ts";
import { useOrganization } from "../../server/session.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { CountryField, CurrencyField, StateField, TimeZoneField } from "../../design/code-fields.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { FailureLine, faultAt } from "../../design/states.tsx";
import { zoneName } from "../../format/options.ts";
import { statesOf } from "../../format/states.ts";
import { E_INVOICE_PROFILES } from "../../format/e-invoice-profiles.ts";
import { type AccountDraft, contactOf } from "./account-draft.ts";
import { ContactFields } from "./contact-fields.tsx";
import { useUnsavedDraft } from "../../design/unsaved.ts";

interface AccountFormProps {
  readonly initial: AccountDraft;
  readonly isNew: boolean;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly cancel: ReactNode;
  readonly onSave: (draft: AccountDraft) => void;
}

const TAX_STATUSES = [
  ["", "Based on location"],
  ["taxable", "Taxable"],
  ["exempt", "Exempt"],
  ["zero_rated", "Zero-rated"],
  ["reverse_charge", "Reverse charge"],
] as const;

/** A form with all data of an account, to create or change it. */
export function AccountForm({ initial, isNew, error, isBusy, cancel, onSave }: AccountFormProps) {
  const [draft, setDraft] = useState(initial);
  useUnsavedDraft(draft);
  const set = (change: Partial<AccountDraft>) => setDraft((before) => ({ ...before, ...change }));
  const field = (name: Exclude<keyof AccountDraft, "contacts" | "taxStatus">, pointer: string = `/${name}`) => ({
    value: draft[name],
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
    fault: faultAt(error, pointer),
  });
  const choice = (name: "currency" | "timezone" | "taxCountry" | "state", pointer: string = `/${name}`) => ({
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    fault: faultAt(error, pointer),
  });
  const { timezone } = useOrganization();
  const setCountry = (taxCountry: string) => {
    // A state of the country before does not belong to another.
    const isStateGone = statesOf(draft.taxCountry)?.some(({ text }) => text === draft.state) === true;
    set({ taxCountry, ...(isStateGone && { state: "" }) });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSave(draft);
  };
  return (
    <form onSubmit={submit} className="flex max-w-3xl flex-col gap-4">
      <Card title="Details">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" required autoFocus={isNew} {...field("name")} className="sm:col-span-2" />
          <TextField
            label="Aliases"
            hint="Use an alias wherever you use the account ID. Separate aliases with commas."
            {...field("aliases")}
          />
          <CurrencyField required {...choice("currency")} />
          <TimeZoneField placeholder={`Organization default (${zoneName(timezone)})`} {...choice("timezone")} />
          <TextField
            label="Language"
            hint="For documents and emails, such as de-AT. Leave blank for the organization default."
            maxLength={35}
            {...field("locale")}
          />
          {isNew && <ClockField value={draft.testClockId} onChange={(testClockId) => set({ testClockId })} />}
        </div>
      </Card>
      <Card title="Invoices">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Invoice recipients"
            type="email"
            placeholder={contactOf(draft)}
            hint="Leave blank to send invoices to the primary contact."
            {...field("billingEmail")}
            className="sm:col-span-2"
          />
          <TextField label="Address" {...field("line1", "/billingAddress/line1")} />
          <TextField label="Address line 2" {...field("line2", "/billingAddress/line2")} />
          <TextField label="Postal code" {...field("postalCode", "/billingAddress/postalCode")} />
          <TextField label="City" {...field("city", "/billingAddress/city")} />
          <CountryField {...choice("taxCountry")} onChange={setCountry} />
          <StateField country={draft.taxCountry} {...choice("state", "/billingAddress/state")} />
          <TextField label="Tax ID" hint="The customer's VAT number, if any" {...field("taxId")} />
          <SelectField
            label="Tax"
            value={draft.taxStatus}
            fault={faultAt(error, "/taxStatus")}
            onChange={(event) =>
              set({ taxStatus: TAX_STATUSES.find(([status]) => status === event.target.value)?.[0] ?? "" })
            }
          >
            {TAX_STATUSES.map(([status, name]) => (
              <option key={status} value={status}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </Card>
      <Card title="Electronic invoices">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Buyer reference"
            hint="The reference the customer requires on invoices, such as a Leitweg-ID. Leave blank to use the purchase order number."
            maxLength={200}
            {...field("buyerReference")}
          />
          <SelectField
            label="Profile"
            value={draft.eInvoiceProfile}
            fault={faultAt(error, "/eInvoiceProfile")}
            onChange={(event) => set({ eInvoiceProfile: event.target.value })}
          >
            <option value="">Organization default</option>
            {E_INVOICE_PROFILES.map(([profile, name]) => (
              <option key={profile} value={profile}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Address scheme (EAS)"
            hint="0204 for a Leitweg-ID, 9930 for a German VAT number, 0088 for a GLN"
            maxLength={4}
            {...field("addressScheme", "/electronicAddress/scheme")}
          />
          <TextField
            label="Electronic address"
            hint="The customer’s Peppol ID without the scheme"
            maxLength={100}
            {...field("addressValue", "/electronicAddress/value")}
          />
          <TextField
            label="Registration number"
            hint="Company registration number, such as a SIREN"
            maxLength={100}
            {...field("registrationNumber")}
          />
          <TextField
            label="Register code (ISO 6523)"
            hint="0002 for SIREN, 0106 for KVK"
            maxLength={4}
            {...field("registrationScheme")}
          />
        </div>
      </Card>
      <ContactFields contacts={draft.contacts} error={error} onChange={(contacts) => set({ contacts })} />
      <FailureLine error={error} />
      <div className="flex justify-end gap-2">
        {cancel}
        <Button type="submit" kind="primary" busy={isBusy}>
          {isNew ? "Create account" : "Save"}
        </Button>
      </div>
    </form>
  );
}

function ClockField({ value, onChange }: { readonly value: string; readonly onChange: (id: string) => void }) {
  const clocks = useQuery({
    ...asked((api, signal) => api.testClocks.list({ limit: 100 }, { signal })),
  }).data?.items;
  if (clocks === undefined || clocks.length === 0) return null;
  return (
    <SelectField
      label="Test clock"
      hint="Can't be changed later."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">No test clock</option>
      {clocks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </SelectField>
  );
}

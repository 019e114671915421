import type { Organization } from "@counterfoil/sdk";
import { useState } from "react";
import { useOrganization } from "../../server/session.ts";
import { CountryField, CurrencyField, StateField, TimeZoneField } from "../../design/code-fields.tsx";
import { SelectField, TextArea, TextField } from "../../design/field.tsx";
import { textOf, textOrNull } from "../../design/form.ts";
import { LogoCard } from "./logo-card.tsx";
import { browserZone } from "../../format/options.ts";
import { LOCALES } from "../../format/offered-languages.ts";
import { SettingsForm } from "./settings-form.tsx";

/** The seller's data as printed on documents, and regional settings. */
export function OrganizationPart() {
  const organization = useOrganization();
  const { address, locale, timezone } = organization;
  const languages = new Intl.DisplayNames(undefined, { type: "language" });
  return (
    <>
      <SettingsForm
        title="Details"
        note="Shown on new documents. Issued documents don't change."
        read={(form) => ({
          name: textOf(form, "name"),
          legalName: textOrNull(form, "legalName"),
          taxId: textOrNull(form, "taxId"),
          registrationNumber: textOrNull(form, "registrationNumber"),
          email: textOrNull(form, "email"),
          country: textOrNull(form, "country"),
          address: {
            line1: textOrNull(form, "line1"),
            line2: textOrNull(form, "line2"),
            postalCode: textOrNull(form, "postalCode"),
            city: textOrNull(form, "city"),
            state: textOrNull(form, "state"),
          },
          bankDetails: textOrNull(form, "bankDetails"),
        })}
      >
        {(fault) => (
          <>
            <TextField label="Name" name="name" required defaultValue={organization.name} fault={fault("/name")} />
            <TextField
              label="Legal name"
              name="legalName"
              defaultValue={organization.legalName ?? ""}
              fault={fault("/legalName")}
            />
            <TextField
              label="Address"
              name="line1"
              defaultValue={address?.line1 ?? ""}
              fault={fault("/address/line1")}
            />
            <TextField
              label="Address line 2"
              name="line2"
              defaultValue={address?.line2 ?? ""}
              fault={fault("/address/line2")}
            />
            <TextField
              label="Postal code"
              name="postalCode"
              defaultValue={address?.postalCode ?? ""}
              fault={fault("/address/postalCode")}
            />
            <TextField label="City" name="city" defaultValue={address?.city ?? ""} fault={fault("/address/city")} />
            <CountryAndState organization={organization} fault={fault} />
            <TextField label="Tax ID" name="taxId" defaultValue={organization.taxId ?? ""} fault={fault("/taxId")} />
            <TextField
              label="Registration number"
              name="registrationNumber"
              defaultValue={organization.registrationNumber ?? ""}
              fault={fault("/registrationNumber")}
            />
            <TextField
              label="Email"
              name="email"
              type="email"
              defaultValue={organization.email ?? ""}
              hint="Customers reply to this address"
              fault={fault("/email")}
            />
            <TextArea
              label="Bank details"
              name="bankDetails"
              defaultValue={organization.bankDetails ?? ""}
              hint="Shown on invoices. Enter one detail per line."
              fault={fault("/bankDetails")}
            />
          </>
        )}
      </SettingsForm>
      <LogoCard />
      <SettingsForm
        title="Regional settings"
        note="The time zone determines the day to which usage belongs."
        read={(form) => ({
          timezone: textOf(form, "timezone"),
          defaultCurrency: textOf(form, "defaultCurrency"),
          locale: textOf(form, "locale"),
        })}
      >
        {(fault) => (
          <>
            <TimeZoneField
              name="timezone"
              required
              defaultValue={timezone}
              first={[timezone, browserZone()]}
              fault={fault("/timezone")}
            />
            <CurrencyField
              name="defaultCurrency"
              required
              defaultValue={organization.defaultCurrency}
              hint="Default for new accounts"
              fault={fault("/defaultCurrency")}
            />
            <SelectField
              label="Language and region"
              name="locale"
              defaultValue={locale}
              hint="For documents and emails"
              fault={fault("/locale")}
            >
              {[...new Set([locale, ...LOCALES])].map((one) => (
                <option key={one} value={one}>
                  {languages.of(one)}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </SettingsForm>
    </>
  );
}

/** The states to choose from depend on the country. */
function CountryAndState({
  organization: { country, address },
  fault,
}: {
  readonly organization: Organization;
  readonly fault: (pointer: string) => string | undefined;
}) {
  const [chosen, setChosen] = useState(country ?? "");
  return (
    <>
      <CountryField name="country" value={chosen} onChange={setChosen} fault={fault("/country")} />
      <StateField
        name="state"
        country={chosen}
        defaultValue={chosen === (country ?? "") ? (address?.state ?? "") : ""}
        fault={fault("/address/state")}
      />
    </>
  );
}

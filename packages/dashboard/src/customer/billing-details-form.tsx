import type { PortalAccount } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { CountryField, StateField } from "../design/code-fields.tsx";
import { TextField } from "../design/field.tsx";
import { textOf } from "../design/form.ts";
import { FailureLine, faultAt } from "../design/states.tsx";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

interface BillingDetailsFormProps {
  readonly token: string;
  readonly account: PortalAccount;
  readonly onDone: () => void;
  readonly onDiscard: () => void;
}

/** Changes the billing details. It is loaded when the customer edits them. */
export function BillingDetailsForm({ token, account, onDone, onDiscard }: BillingDetailsFormProps) {
  const { words, locale } = useReading();
  const [country, setCountry] = useState(account.taxCountry ?? "");
  // Without an address of its own, an account shows the one of its contact here.
  const ownEmail = account.billingEmail === account.contactEmail ? null : account.billingEmail;
  const change = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (field: string) => textOf(form, field) || null;
      const billingEmail = text("billingEmail");
      return await portals.updateBillingDetails(token, {
        name: text("name") ?? account.name,
        taxId: text("taxId"),
        taxCountry: text("taxCountry"),
        ...(billingEmail !== ownEmail && { billingEmail }),
        billingAddress: {
          line1: text("line1"),
          line2: text("line2"),
          postalCode: text("postalCode"),
          city: text("city"),
          state: text("state"),
        },
      });
    },
    onSuccess: onDone,
  });
  const { billingAddress: address } = account;
  const fieldWords = { search: words.search, none: words.noResults, clear: words.clear };
  const fault = (pointer: string) => faultAt(change.error, pointer);
  return (
    <Part title={words.billingDetails}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(new FormData(event.currentTarget));
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.companyName}
            name="name"
            defaultValue={account.name}
            autoComplete="organization"
            fault={fault("/name")}
          />
          <TextField
            label={words.street}
            name="line1"
            defaultValue={address?.line1 ?? ""}
            autoComplete="address-line1"
            fault={fault("/billingAddress/line1")}
          />
          <TextField
            label={words.street2}
            name="line2"
            defaultValue={address?.line2 ?? ""}
            autoComplete="address-line2"
            fault={fault("/billingAddress/line2")}
          />
          <TextField
            label={words.postalCode}
            name="postalCode"
            defaultValue={address?.postalCode ?? ""}
            autoComplete="postal-code"
            fault={fault("/billingAddress/postalCode")}
          />
          <TextField
            label={words.city}
            name="city"
            defaultValue={address?.city ?? ""}
            autoComplete="address-level2"
            fault={fault("/billingAddress/city")}
          />
          <CountryField
            label={words.country}
            inLocale={locale}
            name="taxCountry"
            value={country}
            onChange={setCountry}
            words={fieldWords}
            fault={fault("/taxCountry")}
          />
          <StateField
            label={words.state}
            name="state"
            country={country}
            defaultValue={country === (account.taxCountry ?? "") ? (address?.state ?? "") : ""}
            words={fieldWords}
            fault={fault("/billingAddress/state")}
          />
          <TextField label={words.taxId} name="taxId" defaultValue={account.taxId ?? ""} fault={fault("/taxId")} />
          <TextField
            label={words.billingEmail}
            name="billingEmail"
            type="email"
            defaultValue={ownEmail ?? ""}
            placeholder={account.contactEmail ?? undefined}
            autoComplete="email"
            fault={fault("/billingEmail")}
          />
        </div>
        <FailureLine error={change.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onDiscard}>{words.discard}</Button>
          <Button type="submit" kind="primary" busy={change.isPending}>
            {words.save}
          </Button>
        </div>
      </form>
    </Part>
  );
}

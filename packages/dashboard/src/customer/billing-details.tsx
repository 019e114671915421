import type { PortalAccount } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { textOf } from "../design/form.ts";
import { FailureLine, faultAt } from "../design/states.tsx";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

interface BillingDetailsProps {
  readonly token: string;
  readonly account: PortalAccount;
  readonly onChanged: () => void;
}

/** To whom invoices are made out, and where they go. */
export function BillingDetails({ token, account, onChanged }: BillingDetailsProps) {
  const { words, country } = useReading();
  const [isEditing, setEditing] = useState(false);
  const { billingAddress: address, name, taxId, billingEmail } = account;
  if (isEditing) {
    const done = () => {
      setEditing(false);
      onChanged();
    };
    return <DetailsForm token={token} account={account} onDone={done} onDiscard={() => setEditing(false)} />;
  }
  const lines = [
    name,
    address?.line1,
    address?.line2,
    [address?.postalCode, address?.city, address?.state].filter(Boolean).join(" "),
    account.taxCountry === null ? null : country(account.taxCountry),
    taxId,
    billingEmail,
  ].filter((line) => typeof line === "string" && line !== "");
  return (
    <Part title={words.billingDetails}>
      <p className="own-direction mb-4 text-sm break-words whitespace-pre-line">{lines.join("\n")}</p>
      <Button onClick={() => setEditing(true)}>{words.edit}</Button>
    </Part>
  );
}

interface DetailsFormProps {
  readonly token: string;
  readonly account: PortalAccount;
  readonly onDone: () => void;
  readonly onDiscard: () => void;
}

function DetailsForm({ token, account, onDone, onDiscard }: DetailsFormProps) {
  const { words } = useReading();
  const change = useMutation({
    mutationFn: async (form: FormData) => {
      const text = (field: string) => textOf(form, field) || null;
      return await portals.updateBillingDetails(token, {
        name: text("name") ?? account.name,
        taxId: text("taxId"),
        billingEmail: text("billingEmail"),
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
  const fields = [
    ["name", words.companyName, account.name, "organization"],
    ["line1", words.street, address?.line1, "address-line1"],
    ["line2", words.street2, address?.line2, "address-line2"],
    ["postalCode", words.postalCode, address?.postalCode, "postal-code"],
    ["city", words.city, address?.city, "address-level2"],
    ["state", words.state, address?.state, "address-level1"],
    ["taxId", words.taxId, account.taxId, "off"],
    ["billingEmail", words.billingEmail, account.billingEmail, "email"],
  ] as const;
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
          {fields.map(([field, label, value, complete]) => (
            <TextField
              key={field}
              label={label}
              name={field}
              defaultValue={value ?? ""}
              autoComplete={complete}
              fault={faultAt(change.error, `/${field}`)}
            />
          ))}
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

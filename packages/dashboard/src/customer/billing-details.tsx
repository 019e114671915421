import type { PortalAccount } from "@counterfoil/sdk";
import { Suspense, useState } from "react";
import { Button } from "../design/button.tsx";
import { whenShown } from "../design/when-shown.tsx";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

const BillingDetailsForm = whenShown(() =>
  import("./billing-details-form.tsx").then(({ BillingDetailsForm }) => BillingDetailsForm),
);

interface BillingDetailsProps {
  readonly token: string;
  readonly account: PortalAccount;
  readonly onChanged: () => void;
}

/** The recipient of the invoices, and where they are sent. */
export function BillingDetails({ token, account, onChanged }: BillingDetailsProps) {
  const { words, country } = useReading();
  const [isEditing, setEditing] = useState(false);
  const { billingAddress: address, name, taxId, billingEmail } = account;
  if (isEditing) {
    const done = () => {
      setEditing(false);
      onChanged();
    };
    return (
      <Suspense fallback={null}>
        <BillingDetailsForm token={token} account={account} onDone={done} onDiscard={() => setEditing(false)} />
      </Suspense>
    );
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

import { countryName } from "../../format/options.ts";
import { readAgain } from "../../server/stale.ts";
import type { Account, AccountContact } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { Instant, Nothing } from "../../design/when.tsx";
import { nameOfProfile } from "../../format/e-invoice-profiles.ts";
import { toWords } from "../../format/words.ts";
import { AccountFamilyCard } from "./account-family.tsx";
import { AccountMetadata } from "./account-metadata.tsx";
import { accountQueries } from "./account-queries.ts";
import { PortalLinks } from "./portal-links.tsx";

/** The account's names, address, tax data, family, contacts, payment method, and portal links. */
export function AccountDetails({ account }: { readonly account: Account }) {
  const address = account.billingAddress;
  const lines = address === null ? [] : [address.line1, address.line2, address.postalCode, address.city, address.state];
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Billing details">
          <Facts>
            <Fact name="Name">{account.name}</Fact>
            <Fact name="Address">
              {lines.some((line) => line !== null) ? lines.filter((line) => line !== null).join(", ") : <Nothing />}
            </Fact>
            <Fact name="Country">{account.taxCountry === null ? <Nothing /> : countryName(account.taxCountry)}</Fact>
            <Fact name="Tax ID">{account.taxId ?? <Nothing />}</Fact>
            <Fact name="Tax">{account.taxStatus === null ? "Based on location" : toWords(account.taxStatus)}</Fact>
            <Fact name="Currency">{account.currency}</Fact>
            <Fact name="Invoice recipients">{account.billingEmail ?? account.contactEmail ?? <Nothing />}</Fact>
            <Fact name="Time zone">{account.timezone ?? "Organization default"}</Fact>
            <Fact name="Language">{account.locale ?? "Organization default"}</Fact>
            <Fact name="Buyer reference">{account.buyerReference ?? <Nothing />}</Fact>
            <Fact name="Electronic address">
              {account.electronicAddress === null ? (
                <Nothing />
              ) : (
                `${account.electronicAddress.scheme}:${account.electronicAddress.value}`
              )}
            </Fact>
            <Fact name="E-invoice profile">
              {account.eInvoiceProfile === null ? "Organization default" : nameOfProfile(account.eInvoiceProfile)}
            </Fact>
            <Fact name="Aliases">{account.aliases.length === 0 ? <Nothing /> : account.aliases.join(", ")}</Fact>
            <Fact name="Created">
              <Instant instant={account.createdAt} />
            </Fact>
          </Facts>
        </Card>
        <AccountFamilyCard account={account} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Contacts">
          {account.contacts.length === 0 ? (
            <p className="text-sm text-muted">No contacts yet</p>
          ) : (
            <ul className="flex flex-col">
              {account.contacts.map((contact) => (
                <Contact key={contact.id} contact={contact} />
              ))}
            </ul>
          )}
        </Card>
        <PaymentMethodCard accountId={account.id} />
        <PortalLinks account={account} />
        <AccountMetadata accountId={account.id} />
      </div>
    </div>
  );
}

function Contact({ contact }: { readonly contact: AccountContact }) {
  const { email, firstName, lastName, isPrimary, emailPreferences } = contact;
  const name = [firstName, lastName].filter((part) => part !== null).join(" ");
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2 text-sm last:border-0">
      <span className="min-w-0 flex-1">
        {name !== "" && <span className="block">{name}</span>}
        <a href={`mailto:${email}`} className="block break-words text-muted hover:underline">
          {email}
        </a>
      </span>
      {isPrimary && <Badge tone="accent">Primary</Badge>}
      {emailPreferences.map((preference) => (
        <Badge key={preference}>{toWords(preference)}</Badge>
      ))}
    </li>
  );
}

function PaymentMethodCard({ accountId }: { readonly accountId: string }) {
  const { data: method, error, isPending } = useQuery(accountQueries.paymentMethod(accountId));
  const mayBill = useMay("billing");
  const remove = useMutation({
    mutationFn: async () => await client.accounts.deletePaymentMethod(accountId),
    onSuccess: async () => {
      toast({ text: "Payment method removed. You need to record payments for this account manually." });
      await readAgain("accounts");
    },
    onError: toastFailure,
  });
  const has = method !== undefined && method !== null;
  return (
    <Card
      title="Payment method"
      actions={
        has &&
        mayBill && (
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        )
      }
    >
      {isPending ? (
        <Skeleton className="h-5" />
      ) : error !== null ? (
        <FailureLine error={error} />
      ) : has ? (
        <p className="text-sm">
          {toWords(method.brand ?? method.type)} {method.last4 !== null && `ending in ${method.last4}`}
          {method.expiryMonth !== null && method.expiryYear !== null && (
            <span className="text-muted">
              {" "}
              · Expires {String(method.expiryMonth).padStart(2, "0")}/{method.expiryYear}
            </span>
          )}
        </p>
      ) : (
        <p className="text-sm text-muted">
          No payment method. Counterfoil saves one when the customer pays an invoice through its payment link.
        </p>
      )}
    </Card>
  );
}

import type { Portal } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { isZero } from "../format/amount.ts";
import { BillingDetails } from "./billing-details.tsx";
import { portals } from "./connection.ts";
import { Branded, type Opened } from "./customer-page.tsx";
import { Part } from "./frame.tsx";
import { PortalInvoices } from "./portal-invoices.tsx";
import { PortalSubscription } from "./portal-subscription.tsx";
import { useReading } from "./reading.ts";

/** The customer's own place: what they have, what they used, what it costs, and their invoices. */
export function PortalPage({ token }: Opened) {
  const shown = useQuery({
    queryKey: ["portal", token],
    queryFn: ({ signal }) => portals.get(token, { signal }),
    retry: false,
  });
  const refresh = () => void shown.refetch();
  return (
    <Branded shown={shown} title={(_, { words }) => words.billing} timeZone={({ timezone }) => timezone}>
      {(portal) => (
        <>
          <Overview portal={portal} />
          {portal.subscriptions.map((subscription) => (
            <PortalSubscription key={subscription.id} token={token} subscription={subscription} onChanged={refresh} />
          ))}
          <PortalInvoices token={token} portal={portal} />
          <BillingDetails token={token} account={portal.account} onChanged={refresh} />
        </>
      )}
    </Branded>
  );
}

function Overview({ portal: { account, balance, returnUrl, brand } }: { readonly portal: Portal }) {
  const { words, say, money } = useReading();
  // What is to be paid is always shown, in the account's currency if it is nothing.
  const owes = balance.balances.some(({ outstanding }) => !isZero(outstanding));
  const figures = balance.balances.flatMap(({ currency, outstanding, accountCredit, creditGrants }) =>
    [
      { name: words.balance, amount: outstanding, isShown: !owes && currency === balance.currency },
      { name: words.credit, amount: accountCredit, isShown: false },
      { name: words.credit, amount: creditGrants, isShown: false },
    ]
      .filter(({ amount, isShown }) => isShown || !isZero(amount))
      .map((figure) => ({ ...figure, currency })),
  );
  return (
    <Part>
      {returnUrl !== null && (
        <a href={returnUrl} className="mb-3 inline-flex items-center gap-1.5 text-sm underline">
          <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
          {say("backTo", { name: brand.name })}
        </a>
      )}
      <h1 className="own-direction text-2xl font-semibold tracking-tight break-words">{account.name}</h1>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(({ name, amount, currency }, index) => (
          <div key={index}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="figures text-xl font-semibold">{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

import type { Portal } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useRef, useState } from "react";
import { isZero } from "../format/amount.ts";
import { BillingDetails } from "./billing-details.tsx";
import { portals } from "./connection.ts";
import { Branded, type Opened } from "./customer-page.tsx";
import { Part } from "./frame.tsx";
import { PayAll } from "./pay-all.tsx";
import { PortalCredit } from "./portal-credit.tsx";
import { PortalInvoices } from "./portal-invoices.tsx";
import { PortalPayments } from "./portal-payments.tsx";
import { PortalSubscription } from "./portal-subscription.tsx";
import { useReading } from "./reading.ts";
import { UsageHistory } from "./usage-history.tsx";

/** After a payment, the page asks for its result until the provider has reported it, about a minute. */
const ASK_AGAIN_MILLISECONDS = 3_000;
const TIMES_ASKED = 20;

/** The customer portal: subscriptions, usage, costs and invoices. */
export function PortalPage({ token }: Opened) {
  const asked = useRef(0);
  const [askedUntil, setAskedUntil] = useState(0);
  const shown = useQuery({
    queryKey: ["portal", token],
    queryFn: ({ signal }) => {
      asked.current += 1;
      return portals.get(token, { signal });
    },
    retry: false,
    refetchInterval: () => (asked.current < askedUntil ? ASK_AGAIN_MILLISECONDS : false),
  });
  const [paying, setPaying] = useState<Portal["payableTogether"]>([]);
  const refresh = () => void shown.refetch();
  const awaitPayments = () => {
    setAskedUntil(asked.current + TIMES_ASKED);
    refresh();
  };
  return (
    <Branded shown={shown} title={(_, { words }) => words.billing} timeZone={({ timezone }) => timezone}>
      {(portal) => (
        <>
          <Overview portal={portal} />
          <PortalCredit token={token} />
          {portal.subscriptions.map((subscription) => (
            <PortalSubscription key={subscription.id} token={token} subscription={subscription} onChanged={refresh} />
          ))}
          {withPaying(portal.payableTogether, paying).map((payable) => (
            <PayAll
              key={payable.currency}
              token={token}
              payable={payable}
              onBegun={() => setPaying((earlier) => [...earlier, payable])}
              onPaid={awaitPayments}
            />
          ))}
          <PortalInvoices token={token} portal={portal} />
          <UsageHistory token={token} />
          <PortalPayments token={token} payments={portal.payments} />
          <BillingDetails token={token} account={portal.account} onChanged={refresh} />
        </>
      )}
    </Branded>
  );
}

/** A payment that was begun here stays on the page with its results, even when nothing is left to pay. */
function withPaying(payable: Portal["payableTogether"], paying: Portal["payableTogether"]): Portal["payableTogether"] {
  const begun = new Set(paying.map(({ currency }) => currency));
  return [...paying, ...payable.filter(({ currency }) => !begun.has(currency))];
}

function Overview({ portal: { account, balance, returnUrl, brand } }: { readonly portal: Portal }) {
  const { words, say, money } = useReading();
  // The amount due is always shown. If nothing is due, it is zero in the account's currency.
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

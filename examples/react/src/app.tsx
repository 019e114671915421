import { BillingProvider, PlanTable, PortalButton, UsageMeter, useBilling, useUsage } from "@counterfoil/sdk/react";

/** The data comes from /api/billing of our own server. The browser has no API key. */
export function App() {
  return (
    <BillingProvider url="/api/billing">
      <main>
        <h1>Billing</h1>
        <Tokens />
        <Billing />
      </main>
    </BillingProvider>
  );
}

/** One feature, where the application needs it. */
function Tokens() {
  const tokens = useUsage("tokens");
  if (tokens?.allowed !== false) return null;
  return <p role="status">You have used all tokens of this month. Upgrade to go on.</p>;
}

function Billing() {
  const { billing, error, isLoading, reload } = useBilling();
  if (billing === null) return <p role="status">{error === null ? "Loading…" : error.message}</p>;
  return (
    <>
      <section aria-labelledby="usage">
        <h2 id="usage">Usage</h2>
        <div className="meters">
          {billing.usage.map((usage) => (
            <UsageMeter key={usage.featureKey} usage={usage} timeZone="Europe/Berlin" />
          ))}
        </div>
        <button type="button" onClick={reload} disabled={isLoading}>
          Refresh
        </button>
        {error === null ? null : <p role="alert">{error.message}</p>}
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <PlanTable
          plans={billing.plans}
          action={({ id, name, isCurrent }) => (isCurrent ? null : <a href={`/upgrade?plan=${id}`}>Choose {name}</a>)}
        />
      </section>
      <section aria-labelledby="invoices">
        <h2 id="invoices">Invoices and payment</h2>
        <PortalButton>Open the billing portal</PortalButton>
      </section>
    </>
  );
}

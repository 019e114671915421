import { readBilling } from "@counterfoil/sdk/next";
import { BillingProvider, PlanTable, PortalButton, UsageMeter } from "@counterfoil/sdk/react";
import { cookies } from "next/headers";
import { client, planIds } from "../lib/billing";
import { accountOfSession } from "../lib/session";
import { LiveTokens } from "./live-tokens";

/** Rendered on the server, which alone has the API key. The meters and the plans need no script in the browser. */
export default async function Page() {
  const account = accountOfSession((await cookies()).get("session")?.value);
  if (account === null) {
    return (
      <main>
        <h1>Billing</h1>
        <p>
          <a href="/sign-in?account=acme">Sign in as acme</a>
        </p>
      </main>
    );
  }
  const billing = await readBilling(client, { account, planIds });
  return (
    <main>
      <h1>Billing</h1>
      <BillingProvider url="/api/billing" initial={billing}>
        <LiveTokens />
      </BillingProvider>
      <section aria-labelledby="usage">
        <h2 id="usage">Usage</h2>
        <div className="meters">
          {billing.usage.map((usage) => (
            <UsageMeter key={usage.featureKey} usage={usage} timeZone="Europe/Berlin" />
          ))}
        </div>
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
    </main>
  );
}

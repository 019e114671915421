import { randomBytes } from "node:crypto";
import { serve } from "@hono/node-server";
import { type CheckEntitlementResult, createClient } from "@counterfoil/sdk";
import { billingHandler, entitlementGuard, webhookHandler } from "@counterfoil/sdk/hono";
import { type Context, Hono } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

type Environment = { Variables: { entitlement: CheckEntitlementResult | null } };

const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });
const app = new Hono<Environment>();

// Replace these two by your own sessions. A signed cookie names the account, so a customer cannot choose another one.
const key = randomBytes(32).toString("base64");
const accountOf = async (c: Context): Promise<string | null> => (await getSignedCookie(c, key, "session")) || null;

app.get("/sign-in/:account", async (c) => {
  await setSignedCookie(c, "session", c.req.param("account"), key, { httpOnly: true, sameSite: "Lax", path: "/" });
  return c.text("Signed in");
});

app.post(
  "/webhooks/counterfoil",
  webhookHandler({
    secret: process.env.COUNTERFOIL_WEBHOOK_SECRET,
    on: {
      "invoice.issued": ({ id, data }) =>
        console.log(`${id}: invoice ${data.number} over ${data.total} ${data.currency}`),
    },
    onOther: ({ id, type }) => console.log(`${id}: ${type}`),
    onRefused: (error) => console.log(`refused a webhook: ${error.message}`),
  }),
);

app.post(
  "/completions",
  entitlementGuard({
    client,
    feature: "tokens",
    account: accountOf,
    // What this request may cost at most.
    quantity: (c: Context) => c.req.query("tokens") ?? "1000",
    // Customers can go on while billing is down. Their usage is counted later.
    whenUnreachable: "allow",
    onUnreachable: (error) => console.log(`billing does not answer: ${error.message}`),
  }),
  (c) => c.json({ text: "…", remaining: c.get("entitlement")?.remaining ?? null }),
);

// The data of the React components, and the way to the customer portal.
app.on(["GET", "POST"], "/api/billing", billingHandler({ client, account: accountOf }));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3002), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
);

import { createClient } from "@counterfoil/sdk";
import { billingHandler, entitlementGuard, webhookHandler } from "@counterfoil/sdk/express";
import express, { type Request } from "express";
import { accountOf, sessionCookie } from "./session.js";

const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });
const app = express();

// Before express.json(): the signature covers the exact bytes of the body.
app.post(
  "/webhooks/counterfoil",
  webhookHandler<Request>({
    secret: process.env.COUNTERFOIL_WEBHOOK_SECRET,
    on: {
      "invoice.issued": ({ id, data }) =>
        console.log(`${id}: invoice ${data.number} over ${data.total} ${data.currency}`),
    },
    onOther: ({ id, type }) => console.log(`${id}: ${type}`),
    onRefused: (error) => console.log(`refused a webhook: ${error.message}`),
  }),
);

app.use(express.json());

// Your application asks for a password here.
app.get("/sign-in/:account", (request, response) => {
  response.setHeader("Set-Cookie", sessionCookie(request.params.account)).send("Signed in");
});

app.get(
  "/report",
  entitlementGuard<Request>({
    client,
    feature: "reports",
    account: accountOf,
    // A report is worth more than the request: no account gets one unchecked.
    whenUnreachable: "refuse",
    onUnreachable: (error) => console.log(`billing does not answer: ${error.message}`),
  }),
  (request, response) => {
    response.json({ report: `Figures of ${accountOf(request)}` });
  },
);

// The data of the React components, and the way to the customer portal.
app.all("/api/billing", billingHandler<Request>({ client, account: accountOf }));

const server = app.listen(Number(process.env.PORT ?? 3001), "127.0.0.1", () => {
  const address = server.address();
  console.log(`Listening on http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});

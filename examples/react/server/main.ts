import { randomBytes } from "node:crypto";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { createClient } from "@counterfoil/sdk";
import { billingHandler } from "@counterfoil/sdk/hono";
import { type Context, Hono } from "hono";
import { getSignedCookie, setSignedCookie } from "hono/cookie";

const client = createClient({ baseUrl: process.env.COUNTERFOIL_URL, apiKey: process.env.COUNTERFOIL_API_KEY });
const planIds = (process.env.COUNTERFOIL_PLAN_IDS ?? "").split(",").filter((id) => id !== "");
const app = new Hono();

// Replace these two by your own sessions. A signed cookie names the account, so a customer cannot choose another one.
const key = randomBytes(32).toString("base64");
const accountOf = async (c: Context): Promise<string | null> => (await getSignedCookie(c, key, "session")) || null;

app.get("/sign-in/:account", async (c) => {
  await setSignedCookie(c, "session", c.req.param("account"), key, { httpOnly: true, sameSite: "Lax", path: "/" });
  return c.redirect("/");
});

// The only part of the server that the components need. It alone has the API key.
app.on(
  ["GET", "POST"],
  "/api/billing",
  billingHandler({ client, account: accountOf, planIds, portal: { mayCancel: true } }),
);

app.use("/*", serveStatic({ root: "./dist" }));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3004), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}`),
);

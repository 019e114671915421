import { createServer } from "@counterfoil/http";
import type { Database } from "@counterfoil/service";
import { type Api, createApi, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2: a link lets a customer see what they have and owe and change their billing details, and opens nothing of
// other customers.

interface Portal extends Json {
  readonly subscriptions: readonly (Json & { usage: readonly Json[] })[];
  readonly invoices: readonly Json[];
}

interface Opened {
  readonly story: Story;
  readonly anybody: Api;
  readonly page: string;
  readonly subscriptionId: string;
}

async function opened(terms: object): Promise<Opened> {
  const story = await scenario({ start: "2024-01-01", settings: { brandColor: "#b45309", email: "help@example.com" } });
  const calls = await story.usage("Calls", { graduated: "0–1000 @0, 1001+ @0.02" });
  const planId = await story.plan("Team", [await story.fixed("Base", "49.00"), calls]);
  const { id: subscriptionId } = await story.subscribe({ plan: planId });
  await story.use("calls", 1200, "2024-02-10");
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`, terms);
  expect(link["url"]).toBe(`${story.environment.url}/portal/${String(link["token"])}`);
  const anybody = createApi(story.environment.url, "");
  return { story, anybody, page: `/public/portal/${String(link["token"])}`, subscriptionId };
}

test("a portal session is a link of the account, by the name and shape that other services use (R-API-10)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const path = `/accounts/${story.accountId}`;
  const session = await story.api.request("POST", `${path}/portal-session`);
  expect(session.status).toBe(201);
  expect(Object.keys(session.body)).toEqual(["sessionUrl"]);
  const pages = `${story.environment.url}/portal/`;
  const url = String(session.body["sessionUrl"]);
  expect(url.startsWith(pages)).toBe(true);
  const seen = await createApi(story.environment.url, "").get(`/public/portal/${url.slice(pages.length)}`);
  expect(seen).toMatchObject({ expiresAt: "2024-01-04T00:00:00.000Z", mayCancel: false });
  const links = await story.api.get<{ items: Json[] }>(`${path}/portal-links`);
  expect(links.items).toMatchObject([{ status: "open", mayCancel: false }]);
  const absent = await story.api.request("POST", "/accounts/acct_absent/portal-session");
  expect(absent.status).toBe(404);
});

test("the holder of a link sees the account and changes its billing details, audited under the link (R-UI-2)", async () => {
  const { story, anybody, page } = await opened({ returnUrl: "https://app.example.com/billing", expiresInHours: 24 });
  const seen = await anybody.get<Portal>(page);
  expect(seen).toMatchObject({
    asOf: "2024-02-10T00:00:00.000Z",
    timezone: "UTC",
    expiresAt: "2024-02-11T00:00:00.000Z",
    returnUrl: "https://app.example.com/billing",
    mayCancel: false,
    canPayOnline: false,
    brand: { brandColor: "#b45309", email: "help@example.com", logoUrl: null },
    subscriptions: [
      {
        plan: "Team",
        status: "active",
        currentPeriod: { start: "2024-02-01T00:00:00.000Z", end: "2024-03-01T00:00:00.000Z" },
        renewsAt: "2024-03-01T00:00:00.000Z",
        endsAt: null,
        canCancel: false,
        usage: [{ metric: "Calls", quantity: "1200", included: "1000", periodEnd: "2024-03-01T00:00:00.000Z" }],
        upcomingInvoice: { billingDate: "2024-03-01", total: "53.00" }, // 49.00 + 200 × 0.02
      },
    ],
    invoices: [
      { total: "49.00", status: "issued" },
      { total: "49.00", status: "overdue" },
    ],
    balance: { outstanding: "98.00", currency: "USD" },
  });
  const [invoice] = seen.invoices;
  const pdf = await anybody.request("GET", page + String(invoice?.["pdfPath"]));
  expect(pdf.headers.get("Content-Type")).toBe("application/pdf");
  const paying = await anybody.post(page + String(invoice?.["paymentLinkPath"]));
  expect(paying).toMatchObject({ expiresAt: seen["expiresAt"] }); // no longer than the portal itself
  const hosted = await anybody.get(`/public/invoices/${String(paying["token"])}`);
  expect(hosted).toMatchObject({ number: invoice?.["number"], brand: { brandColor: "#b45309" } });

  const change = { billingAddress: { line1: "1 Main Street" }, billingEmail: "money@example.com", taxCountry: "DE" };
  expect(await anybody.patch(`${page}/billing-details`, change)).toMatchObject({
    billingEmail: "money@example.com",
    billingAddress: { line1: "1 Main Street", city: null },
  });
  expect(await story.api.get(`/accounts/${story.accountId}`)).toMatchObject({ billingEmail: "money@example.com" });
  const wrong = { body: { currency: "EUR", taxCountry: "Germany" } };
  expect(await anybody.request("PATCH", `${page}/billing-details`, wrong)).toMatchObject({ status: 422 });
  const { items } = await story.api.get<{ items: Json[] }>("/audit?limit=1");
  expect(items).toMatchObject([
    { action: "account.updated", actor: { type: "portal_link", id: story.accountId }, objectId: story.accountId },
  ]);
});

test("cancels a subscription at the end of its period only if the link allows it (R-UI-2)", async () => {
  const { story, anybody, page, subscriptionId } = await opened({});
  const cancel = `/subscriptions/${subscriptionId}/cancel`;
  expect(await anybody.request("POST", page + cancel)).toMatchObject({ status: 403, body: { code: "not_permitted" } });
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`, { mayCancel: true });
  const permitted = `/public/portal/${String(link["token"])}`;
  expect((await anybody.get<Portal>(permitted)).subscriptions).toMatchObject([{ canCancel: true }]);
  expect(await anybody.post(permitted + cancel, { reason: "pricing" })).toEqual({
    id: subscriptionId,
    status: "active",
    cancelsAt: "2024-03-01T00:00:00.000Z",
  });
  expect((await anybody.get<Portal>(permitted)).subscriptions).toMatchObject([
    { canCancel: false, isCanceled: true, renewsAt: null, endsAt: "2024-03-01T00:00:00.000Z" },
  ]);
  expect(await anybody.request("POST", permitted + cancel)).toMatchObject({ status: 409 });
});

test("a link opens nothing of another account, hides drafts, and returns 404 once expired (R-UI-2)", async () => {
  const { story, anybody, page } = await opened({ mayCancel: true, expiresInHours: 48 });
  const other = await story.account({ name: "Other", taxId: "SECRET" });
  const theirs = await story.subscribe({ prices: [await story.fixed("Theirs", "7.00")], account: other });
  const lines = [{ description: "Consulting", unitPrice: "777.00" }];
  const issued = await story.api.post("/invoices", { accountId: other, lines, autoIssue: true });
  const draft = await story.api.post("/invoices", { accountId: story.accountId, lines });
  const shown = JSON.stringify(await anybody.get(page));
  for (const secret of [other, theirs.id, issued.id, draft.id, "777", "Theirs", "SECRET"]) {
    expect(shown).not.toContain(secret);
  }
  const paths = [
    `POST /subscriptions/${theirs.id}/cancel`,
    `GET /invoices/${issued.id}/pdf`,
    `POST /invoices/${issued.id}/payment-link`,
    `GET /invoices/${draft.id}/pdf`,
    `POST /invoices/${draft.id}/payment-link`,
  ];
  for (const request of paths) {
    const [method = "", path = ""] = request.split(" ");
    expect([request, (await anybody.request(method, page + path)).status]).toEqual([request, 404]);
  }
  expect(await story.api.get(`/subscriptions/${theirs.id}`)).toMatchObject({ cancelsAt: null });
  expect(await anybody.request("GET", `${page}x`)).toMatchObject({ status: 404 });
  await story.advanceTo("2024-02-12");
  for (const [method, path] of [
    ["GET", page],
    ["PATCH", `${page}/billing-details`],
  ] as const) {
    expect(await anybody.request(method, path, { body: method === "GET" ? undefined : {} })).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
  }
});

/** Statements that the portal page sent while `work` ran. */
async function statementsOf(story: Story, path: string): Promise<{ statements: number; page: Portal }> {
  const { ports } = story.environment;
  let statements = 0;
  const database: Database = {
    ...ports.database,
    transaction: (organizationId, work) =>
      ports.database.transaction(organizationId, (tx) =>
        work({
          ...tx,
          sql(text, values, name) {
            statements += 1;
            return tx.sql(text, values, name);
          },
        }),
      ),
  };
  const server = await createServer({ ...ports, database });
  try {
    const answer = await server.inject({ url: path });
    expect(answer.statusCode).toBe(200);
    return { statements, page: answer.json<Portal>() };
  } finally {
    await server.close();
  }
}

test("the page of a customer with 20 subscriptions sends as many statements as with one (R-UI-2)", async () => {
  const { story, page } = await opened({});
  const one = await statementsOf(story, page);
  expect(one.page.subscriptions).toHaveLength(1);
  const planIds = [];
  for (const name of ["Small", "Large"]) planIds.push(await story.plan(name, [await story.fixed(name, "10.00")]));
  for (let n = 0; n < 19; n += 1) await story.subscribe({ plan: planIds[n % 2]! });
  const twenty = await statementsOf(story, page);
  expect(twenty.page.subscriptions).toHaveLength(20);
  expect(twenty.page.subscriptions.filter(({ plan }) => plan === "Small")).toHaveLength(10);
  expect(twenty.page.subscriptions.every((subscription) => subscription["upcomingInvoice"] !== null)).toBe(true);
  expect(twenty.statements).toBe(one.statements);
});

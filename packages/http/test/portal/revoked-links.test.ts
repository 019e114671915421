import { createHash } from "node:crypto";
import { createServer } from "@counterfoil/http";
import { openIdentity, signInSecrets } from "@counterfoil/service";
import { type Api, createApi, type Json, scenario, type Story, TEST_SECRET } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2: a link can be revoked, expires, and points to the server's address.

interface Links {
  readonly items: readonly (Json & { status: string })[];
}

interface Linked {
  readonly story: Story;
  readonly anybody: Api;
  readonly invoiceId: string;
  portal(): Promise<Json & { page: string }>;
}

async function linked(): Promise<Linked> {
  const story = await scenario({ start: "2024-01-01" });
  const lines = [{ description: "Setup", quantity: "1", unitPrice: "50.00" }];
  const { id } = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  return {
    story,
    anybody: createApi(story.environment.url, ""),
    invoiceId: id,
    async portal() {
      const link = await story.api.post(`/accounts/${story.accountId}/portal-link`, { mayCancel: true });
      return { ...link, page: `/public/portal/${String(link["token"])}` };
    },
  };
}

const statusOf = async (api: Api, path: string) => (await api.request("GET", path)).status;

test("a revoked portal link stops working immediately, and others continue (R-UI-2)", async () => {
  const { story, anybody, invoiceId, portal } = await linked();
  const [leaked, other] = [await portal(), await portal()];
  const links = `/accounts/${story.accountId}/portal-links`;
  const digits = createHash("sha256").update(String(leaked["token"])).digest("hex").slice(0, 26);
  expect(leaked.id).toBe(`link_${digits}`);
  const paying = await anybody.post(`${leaked.page}/invoices/${invoiceId}/payment-link`);
  const byOther = await anybody.post(`${other.page}/invoices/${invoiceId}/payment-link`);
  const page = (link: Json) => `/public/invoices/${String(link["token"])}`;
  expect([await statusOf(anybody, page(paying)), await statusOf(anybody, page(byOther))]).toEqual([200, 200]);

  expect(await story.api.request("DELETE", `${links}/${leaked.id}`)).toMatchObject({ status: 204 });
  expect(await story.api.request("DELETE", `${links}/${leaked.id}`)).toMatchObject({ status: 204 });
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", "/billing-details"],
    ["GET", `/invoices/${invoiceId}/pdf`],
    ["POST", `/invoices/${invoiceId}/payment-link`],
  ] as const) {
    const answer = await anybody.request(method, leaked.page + path, { body: method === "PATCH" ? {} : undefined });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect(await statusOf(anybody, other.page)).toBe(200);
  // The payment pages created through it are revoked too.
  expect(await anybody.request("GET", page(paying))).toMatchObject({ status: 410, body: { code: "link_expired" } });
  expect(await anybody.request("POST", `${page(paying)}/pay`)).toMatchObject({ status: 410 });
  expect(await anybody.request("GET", `${page(paying)}/pdf`)).toMatchObject({ status: 410 });
  expect(await statusOf(anybody, page(byOther))).toBe(200);

  const { items } = await story.api.get<Links>(links);
  expect(new Map(items.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [leaked.id, "revoked"],
      [other.id, "open"],
    ]),
  );
  expect(JSON.stringify(items)).not.toContain(String(leaked["token"]));
  const payments = await story.api.get<Links>(`/invoices/${invoiceId}/payment-links`);
  const shown = (link: Json) => payments.items.find(({ id }) => id === link.id);
  expect(payments.items).toHaveLength(2);
  const revokedAt = "2024-01-01T00:00:00.000Z";
  expect(shown(paying)).toMatchObject({ status: "revoked", portalLinkId: leaked.id, revokedAt });
  expect(shown(byOther)).toMatchObject({ status: "open", portalLinkId: other.id, revokedAt: null });
  const audited = await story.api.get<{ items: Json[] }>("/audit?action=account.portal_link_revoked");
  expect(audited.items).toMatchObject([{ objectId: story.accountId }]);
});

test("an invoice link can be revoked alone, before or after it expires; for another invoice it is a 404 (R-UI-2)", async () => {
  const { story, anybody, invoiceId } = await linked();
  const links = `/invoices/${invoiceId}/payment-links`;
  const make = (expiresAt: string) => story.api.post(`/invoices/${invoiceId}/payment-link`, { expiresAt });
  const [first, second] = [await make("2024-01-05"), await make("2024-02-01")];
  const page = (link: Json) => `/public/invoices/${String(link["token"])}`;
  expect((await story.api.request("DELETE", `${links}/${second.id}`)).status).toBe(204);
  expect([await statusOf(anybody, page(first)), await statusOf(anybody, page(second))]).toEqual([200, 410]);
  await story.advanceTo("2024-01-06");
  const statuses = async () => (await story.api.get<Links>(links)).items.map(({ status }) => status).toSorted();
  expect(await statuses()).toEqual(["expired", "revoked"]);
  expect((await story.api.request("DELETE", `${links}/${first.id}`)).status).toBe(204);
  expect(await statuses()).toEqual(["revoked", "revoked"]);
  expect(await statusOf(anybody, page(first))).toBe(410);

  const lines = [{ description: "Other", quantity: "1", unitPrice: "1.00" }];
  const other = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  const account = await story.account({ name: "Other" });
  for (const path of [
    `/invoices/${other.id}/payment-links/${first.id}`,
    `${links}/link_${"0".repeat(26)}`,
    `${links}/link_`,
    `${links}/${"0".repeat(26)}`,
    `/accounts/${account}/portal-links/${first.id}`,
  ]) {
    expect([path, (await story.api.request("DELETE", path)).status]).toEqual([path, 404]);
  }
});

test("every link expires within 366 days (R-UI-2, R-SUB-1)", async () => {
  const { story, invoiceId } = await linked();
  const price = await story.fixed("Base", "10.00");
  const quote = await story.subscribe({ prices: [price], activate: false });
  for (const path of [`/invoices/${invoiceId}/payment-link`, `/subscriptions/${quote.id}/send`]) {
    for (const [expiresAt, code] of [
      ["2999-01-01", "too_far_ahead"],
      ["2025-01-01T00:00:00.001Z", "too_far_ahead"],
      ["2024-01-01T00:00:00Z", "in_the_past"],
    ]) {
      const refused = await story.api.request("POST", path, { body: { expiresAt } });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: "/expiresAt", code }] } });
    }
    // 366 days from January 1 of a leap year.
    await story.api.post(path, { expiresAt: "2025-01-01T00:00:00Z" });
  }
});

test("no earlier link shows an erased account (R-OPS-5)", async () => {
  const { story, anybody, invoiceId, portal } = await linked();
  const { page } = await portal();
  const paying = await anybody.post(`${page}/invoices/${invoiceId}/payment-link`);
  await story.api.post(`/invoices/${invoiceId}/void`, { reason: "A mistake." });
  await story.api.post(`/accounts/${story.accountId}/erase`, {});
  expect(await statusOf(anybody, page)).toBe(404);
  expect((await anybody.request("PATCH", `${page}/billing-details`, { body: { name: "Ada" } })).status).toBe(404);
  expect(await statusOf(anybody, `/public/invoices/${String(paying["token"])}`)).toBe(404);
});

test.each([
  ["the public address where it is set", "https://billing.example.com/counterfoil"],
  ["the server's own address where it is not", null],
])("links point to %s, for any Host header (R-UI-2)", async (_, publicUrl) => {
  const { story, invoiceId, portal } = await linked();
  const { page } = await portal();
  const quote = await story.subscribe({ prices: [await story.fixed("Base", "10.00")], activate: false });
  const { ports } = story.environment;
  const options = { ...ports, secrets: signInSecrets([TEST_SECRET]), publicUrl };
  const address = publicUrl ?? ports.pagesAddress!();
  const server = await createServer({ ...ports, identity: openIdentity(ports.identity!.people, options) });
  const lies = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
  const ask = async (url: string) => {
    const headers = { ...lies, authorization: `Bearer ${story.api.token}` };
    return (await server.inject({ method: "POST", url, headers, payload: {} })).json<Record<string, string>>();
  };
  expect((await ask(`/accounts/${story.accountId}/portal-link`))["url"]).toMatch(`${address}/portal/`);
  expect((await ask(`/invoices/${invoiceId}/payment-link`))["hostedInvoiceUrl"]).toMatch(`${address}/invoice/`);
  expect((await ask(`${page}/invoices/${invoiceId}/payment-link`))["hostedInvoiceUrl"]).toMatch(`${address}/invoice/`);
  expect((await ask(`/subscriptions/${quote.id}/send`))["quoteUrl"]).toMatch(`${address}/quote/`);
  await server.close();
});

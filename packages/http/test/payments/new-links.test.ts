import { createApi, type Json, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2, R-MAIL-1: a PDF and a mail are kept longer than their link works. The expired link leads to a new one.

interface Mails extends Json {
  readonly items: readonly (Json & { to: string; kind: string; id: string })[];
}

async function expired(account: object = { billingEmail: "billing@acme.example" }) {
  const story = await scenario({ start: "2024-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, account);
  const lines = [{ description: "Setup", unitPrice: "65.00" }];
  const { id } = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  const link = await story.api.post(`/invoices/${id}/payment-link`, { expiresAt: "2024-01-03" });
  const anybody = createApi(story.environment.url, "");
  const page = `/public/invoices/${String(link["token"])}`;
  const mailed = async () => (await story.api.get<Mails>("/mails")).items;
  return { story, id, linkId: link.id, anybody, page, mailed };
}

test("an expired link mails the invoice with a new link to the billing address, once a day (R-UI-2)", async () => {
  const { story, anybody, page, mailed } = await expired();
  const working = await anybody.request("POST", `${page}/new-link`);
  expect(working).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  await story.advanceTo("2024-01-05");
  const before = (await mailed()).length;
  expect(await anybody.request("GET", page)).toMatchObject({ status: 410 });
  const answer = await anybody.request("POST", `${page}/new-link`);
  // The holder may be anybody to whom the PDF was forwarded, so that the response contains no link.
  expect(answer).toMatchObject({ status: 204, body: "" });
  expect(await anybody.request("POST", `${page}/new-link`)).toMatchObject({ status: 204 });
  const mails = await mailed();
  expect(mails).toHaveLength(before + 1);
  expect(mails.find(({ createdAt }) => createdAt === "2024-01-05T00:00:00.000Z")).toMatchObject({
    kind: "invoice",
    to: "billing@acme.example",
  });
  const { items } = await story.api.get<{ items: Json[] }>("/audit?limit=1");
  expect(items).toMatchObject([{ action: "invoice.sent", actor: { type: "invoice_link" } }]);
  await story.advanceTo("2024-01-06");
  expect(await anybody.request("POST", `${page}/new-link`)).toMatchObject({ status: 204 });
  expect(await mailed()).toHaveLength(before + 2);
});

test("a revoked link, a void invoice and an account without an address get no new link (R-UI-2)", async () => {
  const revoked = await expired();
  await revoked.story.api.request("DELETE", `/invoices/${revoked.id}/payment-links/${String(revoked.linkId)}`);
  await revoked.story.advanceTo("2024-01-05");
  const gone = await revoked.anybody.request("POST", `${revoked.page}/new-link`);
  expect(gone).toMatchObject({ status: 410, body: { code: "link_expired" } });
  expect(await revoked.anybody.request("POST", `${revoked.page}x/new-link`)).toMatchObject({ status: 404 });

  const voided = await expired();
  await voided.story.api.post(`/invoices/${voided.id}/void`, { reason: "Wrong customer" });
  await voided.story.advanceTo("2024-01-05");
  expect(await voided.anybody.request("POST", `${voided.page}/new-link`)).toMatchObject({ status: 409 });

  const unknown = await expired({ billingEmail: null });
  await unknown.story.advanceTo("2024-01-05");
  const refused = await unknown.anybody.request("POST", `${unknown.page}/new-link`);
  expect(refused).toMatchObject({ status: 409, body: { code: "state_conflict" } });
});

import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-MAIL-1: a reminder at a user's request.

let api: Api;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ graceHours: 0 }));
});

async function invoiceOf(account: object, members: object = {}): Promise<string> {
  const { id: accountId } = await api.post("/accounts", { name: "Acme", ...account });
  const lines = [{ description: "Work", unitPrice: "80" }];
  return (await api.post("/invoices", { accountId, lines, autoIssue: true, ...members })).id;
}

const remind = (id: string) => api.request<{ mails: object[] }>("POST", `/invoices/${id}/remind`);

test("a customer is reminded of an unpaid invoice as often as a user asks, and the audit log names each time", async () => {
  const id = await invoiceOf({ contactEmail: "ada@acme.example" });
  for (const time of [1, 2]) {
    const { status, body } = await remind(id);
    expect([time, status]).toEqual([time, 202]);
    expect(body.mails).toMatchObject([{ kind: "reminder", to: "ada@acme.example", invoiceId: id }]);
  }
  const filters = encodeURIComponent(JSON.stringify([{ field: "invoiceId", value: id }]));
  const { items } = await api.get<{ items: { kind: string }[] }>(`/mails?filters=${filters}&limit=100`);
  expect(items.filter(({ kind }) => kind === "reminder")).toHaveLength(2);
  const audit = await api.get<{ items: { action: string }[] }>(`/audit?objectId=${id}&limit=100`);
  expect(audit.items.filter(({ action }) => action === "invoice.reminded")).toHaveLength(2);
});

test("a draft, a paid invoice, and an invoice without a recipient are refused", async () => {
  const draft = await invoiceOf({ contactEmail: "ada@acme.example" }, { autoIssue: false });
  expect(await remind(draft)).toMatchObject({ status: 409, body: { detail: expect.stringContaining("is draft") } });
  const paid = await invoiceOf({ contactEmail: "ada@acme.example" });
  await api.post(`/invoices/${paid}/payments`, { amount: "80", method: "cash" });
  expect(await remind(paid)).toMatchObject({ status: 409, body: { detail: expect.stringContaining("is paid") } });
  const unreachable = await invoiceOf({});
  expect(await remind(unreachable)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("no email address") },
  });
  expect((await remind("inv_none")).status).toBe(404);
});

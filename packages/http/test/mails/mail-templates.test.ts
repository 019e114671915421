import { type Api, environment, type Json, scenario } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";

let api: Api;

beforeAll(async () => {
  ({ api } = await (
    await environment()
  ).createOrganization({
    name: "Seller <& Co>",
    locale: "de-AT",
    email: "hallo@seller.example",
    defaultCurrency: "EUR",
  }));
});

interface Problem {
  readonly status: number;
  readonly errors: readonly { pointer: string; code: string; detail: string }[];
}

test("returns the built-in template in the organization's language until one is set, and again after it is deleted", async () => {
  const builtIn = await api.get("/mail-templates/invoice");
  expect(builtIn).toMatchObject({
    kind: "invoice",
    locale: "de-AT",
    isBuiltIn: true,
    subject: "Rechnung {InvoiceNumber} von {OrganizationName}",
  });
  const own = { subject: "Ihre Rechnung {InvoiceNumber}", text: "Servus,\n\nbitte {AmountDue} zahlen.", html: null };
  const put = await api.request("PUT", "/mail-templates/invoice?locale=de", { body: own });
  expect([put.status, put.body]).toMatchObject([200, { ...own, locale: "de", isBuiltIn: false }]);
  // The German template is also used for Austria, but not for English.
  expect(await api.get("/mail-templates/invoice")).toMatchObject({ locale: "de-AT", isBuiltIn: false, ...own });
  expect(await api.get("/mail-templates/invoice?locale=en")).toMatchObject({ isBuiltIn: true });
  const preview = await api.post("/mail-templates/invoice/preview", {});
  expect(preview).toMatchObject({
    subject: "Ihre Rechnung INV-2026-00042",
    text: expect.stringMatching(/^Servus,\n\nbitte €\s1\.249,50 zahlen\.\n$/u),
    html: expect.stringContaining(">Servus,</p>"),
  });
  await api.delete("/mail-templates/invoice?locale=de");
  expect(await api.get("/mail-templates/invoice")).toEqual(builtIn);
  expect((await api.request("DELETE", "/mail-templates/invoice?locale=de")).status).toBe(404);
});

test("refuses a template with an unknown placeholder by its name, with all other faults (R-API-4)", async () => {
  const body = { subject: "{Invoice}\r\nBcc: x@example.com", text: "{#DueDate}{AmountDew}", html: "{QuoteUrl}" };
  const answer = await api.request<Problem>("PUT", "/mail-templates/invoice", { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
    ["/subject", "unknown_placeholder"],
    ["/text", "section_not_closed"],
    ["/text", "unknown_placeholder"],
    ["/html", "unknown_placeholder"],
    ["/subject", "control_character"],
  ]);
  expect(answer.body.errors[2]?.detail).toMatch(
    /^\{AmountDew\} is not a placeholder of this mail. Available: InvoiceNumber/,
  );
  expect((await api.request("GET", "/mail-templates/newsletter")).status).toBe(400);
  expect(
    (await api.request("PUT", "/mail-templates/quote?locale=d", { body: { subject: "x", text: "x" } })).status,
  ).toBe(422);
});

test("a preview renders unsaved parts for a real invoice, with its values escaped in HTML", async () => {
  const story = await scenario({
    start: "2026-01-01",
    currency: "EUR",
    settings: { name: "Seller <& Co>" },
    account: { name: "Buyer <b>", billingEmail: "ap@buyer.example" },
  });
  await story.subscribe({ prices: [await story.fixed("Pro", "49.00")] });
  const [invoice] = await story.invoices();
  const preview = await story.api.post<Record<"subject" | "html" | "text", string>>("/mail-templates/invoice/preview", {
    invoiceId: invoice!.id,
    subject: "{OrganizationName}: {Total}",
    text: "For {AccountName}, due {DueDate}",
  });
  expect(preview.subject).toBe("Seller <& Co>: €49.00");
  expect(preview.text).toBe("For Buyer <b>, due Jan 31, 2026\n");
  expect(preview.html).toContain("For Buyer &#60;b&#62;, due Jan 31, 2026");
  const unknown = await story.api.request<Problem>("POST", "/mail-templates/invoice/preview", {
    body: { invoiceId: "inv_x" },
  });
  expect([unknown.status, unknown.body.errors[0]?.pointer]).toEqual([422, "/invoiceId"]);
});

test("the emails of a subscription follow its settings, and are caught in a sandbox (R-MAIL-1, R-ORG-2)", async () => {
  const story = await scenario({
    start: "2026-01-01",
    account: { contactEmail: "ada@buyer.example", contactName: "Ada Byron" },
  });
  const pro = await story.fixed("Pro", "49.00");
  await story.subscribe({ prices: [pro], sendActivationEmail: true });
  await story.subscribe({ prices: [pro], sendInvoicesToCustomer: false });
  const mails = async () => (await story.api.get<{ items: Json[] }>("/mails?limit=100&sort=id:asc")).items;
  await expect.poll(async () => (await mails()).map((mail) => mail["status"])).toEqual(["caught", "caught"]);
  expect((await mails()).map(({ kind, to, subject }) => [kind, to, subject])).toEqual([
    ["invoice", "ada@buyer.example", expect.stringMatching(/^Invoice INV-2026-00001 from Story$/)],
    ["activation", "ada@buyer.example", "Your contract with Story is active"],
  ]);
  // The other invoice is sent on request.
  const silent = (await story.invoices()).find((invoice) => invoice.number === "INV-2026-00002")!;
  const body = { to: ["cfo@buyer.example"] };
  const answer = await story.api.request<{ mails: Json[] }>("POST", `/invoices/${silent.id}/send`, { body });
  expect([answer.status, answer.body.mails]).toMatchObject([202, [{ to: "cfo@buyer.example", status: "queued" }]]);
});

test("a quote's email contains the link that opens it, and only keys with write can read a caught one", async () => {
  const story = await scenario({ start: "2026-01-01", account: { contactEmail: "ada@buyer.example" } });
  const draft = await story.subscribe({ prices: [await story.fixed("Pro", "49.00")], activate: false });
  const { token } = await story.api.post<{ token: string }>(`/subscriptions/${draft.id}/send`);
  const list = () => story.api.get<{ items: Json[] }>("/mails");
  await expect.poll(async () => (await list()).items[0]?.["status"]).toBe("caught");
  const [mail] = (await list()).items;
  expect(await story.api.get(`/mails/${mail!.id}`)).toMatchObject({
    kind: "quote",
    text: expect.stringContaining(`/quote/${token}`),
  });
  // The database, or a copy of it, does not contain the link.
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const stored = await owner.query("select * from mail where id = $1", [mail!.id]);
  await owner.end();
  expect(JSON.stringify(stored.rows)).toContain("sealed1.");
  expect(JSON.stringify(stored.rows)).not.toContain(token);
  const key = await story.api.post<{ token: string }>("/api-keys", { name: "Reader", scopes: ["read"] });
  const reader = story.environment.api(key.token);
  expect((await reader.request("GET", `/mails/${mail!.id}`)).status).toBe(403);
  await story.api.post(`/subscriptions/${draft.id}/send`, { sendEmail: false });
  expect((await list()).items).toHaveLength(1);
});

test("sends each reminder of a test clock's invoices once, by its time (R-MAIL-1, R-TIME-4)", async () => {
  const story = await scenario({ start: "2026-01-01", account: { contactEmail: "ada@buyer.example" } });
  await story.api.patch("/mail-settings", { reminderDays: [-3, 1] });
  await story.subscribe({ prices: [await story.fixed("Setup", "49.00", { oneOff: true })] });
  const told = async () => {
    const { items } = await story.api.get<{ items: Json[] }>("/mails?limit=100&sort=id:asc");
    return items.map((mail) => [mail["kind"], String(mail["createdAt"]).slice(0, 10)]);
  };
  const invoice = ["invoice", "2026-01-01"];
  // Due on January 31: 30 days after January 1.
  await story.advanceTo("2026-01-27");
  await expect.poll(told).toEqual([invoice]);
  await story.advanceTo("2026-01-28");
  await expect.poll(told).toEqual([invoice, ["reminder", "2026-01-28"]]);
  story.environment.startWorker();
  await story.advanceTo("2026-02-01");
  await expect.poll(told).toEqual([invoice, ["reminder", "2026-01-28"], ["overdue", "2026-02-01"]]);
});

import tls from "node:tls";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { createSmtpMailer } from "@counterfoil/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localCertificate } from "./local-certificate.ts";
import { type LocalSmtpServer, smtpRefusal, startSmtpServer } from "./local-smtp-server.ts";
import { invoiceFor, openShop, sellTo } from "./shop.ts";

// The content of mails, what is stored of them, and how the mailer signs in to the server.

const BEGINNING = "2026-03-01T09:00:00.000Z";
let now = BEGINNING;
let platform: Environment;
const servers: LocalSmtpServer[] = [];
const billingEmail = "ap@buyer.example";

beforeAll(async () => {
  platform = await startEnvironment({ now: () => now }, { isIdle: true });
});
afterAll(() => platform.stop());
afterEach(async () => {
  now = BEGINNING;
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function listening(...behaviour: Parameters<typeof startSmtpServer>): Promise<LocalSmtpServer> {
  const server = await startSmtpServer(...behaviour);
  servers.push(server);
  return server;
}

test("a payment sends its receipt as an attachment, once, if the setting is on (R-MAIL-1)", async () => {
  const shop = await openShop(platform, { locale: "de-DE" });
  const server = await listening();
  const asked = await invoiceFor(shop.api, { billingEmail }, { sendReceiptsToCustomer: true });
  const silent = await invoiceFor(shop.api, { billingEmail: "other@buyer.example" });
  await shop.deliver(server.mailer);
  now = "2026-03-14T09:00:00.000Z";
  const payment = { amount: "20.00", method: "bank_transfer", date: "2026-03-14" };
  const { id } = await shop.api.post(`/invoices/${asked.id}/payments`, payment);
  await shop.api.post(`/invoices/${silent.id}/payments`, payment);
  await shop.deliver(server.mailer);
  const receipts = server.taken.slice(2);
  expect(receipts).toHaveLength(1);
  const [{ parsed } = { parsed: undefined }] = receipts;
  expect(parsed?.subject).toBe(`Zahlungsbestätigung zur Rechnung ${String(asked["number"])} von Seller GmbH`);
  expect(parsed?.text).toMatch(/wir haben 20,00\s€ zur Rechnung/);
  expect(parsed?.text).toMatch(/29,00\s€/); // 49.00 − 20.00 are still due.
  expect(parsed?.text).toContain("Bezahlt am: 14.03.2026");
  expect(parsed?.text).toContain("Die Zahlungsbestätigung finden Sie als PDF im Anhang.");
  expect(parsed?.attachments.map(({ filename }) => filename)).toEqual(["REC-2026-00001.pdf"]);
  const headers = { Authorization: `Bearer ${shop.api.token}` };
  const receipt = await fetch(`${platform.url}/payments/${id}/receipt`, { headers });
  expect(parsed?.attachments[0]?.content.equals(Buffer.from(await receipt.arrayBuffer()))).toBe(true);
  const mail = (await shop.mails()).find(({ kind }) => kind === "receipt");
  expect((await shop.api.get(`/mails/${mail?.id}`))["attachments"]).toMatchObject([{ fileName: "REC-2026-00001.pdf" }]);
});

test("mail uses the language of the account, or else of the organization", async () => {
  const shop = await openShop(platform, { locale: "en-US" });
  const server = await listening();
  await invoiceFor(shop.api, { billingEmail, locale: "ja-JP" });
  await invoiceFor(shop.api, { billingEmail: "other@buyer.example" });
  await shop.deliver(server.mailer);
  const subjectTo = (address: string) =>
    server.taken.find(({ envelopeTo }) => envelopeTo.includes(address))?.parsed.subject ?? "";
  expect(subjectTo(billingEmail)).toContain("請求書");
  expect(subjectTo("other@buyer.example")).toContain("Invoice");
});

test("the Date header follows RFC 5322 and shows when the mail was written", async () => {
  const shop = await openShop(platform);
  const server = await listening();
  await invoiceFor(shop.api, { billingEmail });
  now = "2026-03-01T11:30:00.000Z";
  await shop.deliver(server.mailer);
  expect(/^Date: (.*)$/m.exec(server.taken[0]?.raw ?? "")?.[1]?.trim()).toBe("Sun, 01 Mar 2026 09:00:00 +0000");
});

test("the mail contains the logo, unless it is an SVG, which mail programs do not render", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const logoUrl = `data:image/png;base64,${pixel}`;
  const shop = await openShop(platform, { logoUrl });
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  await shop.deliver(server.mailer);
  const [mail] = server.taken;
  const logo = mail?.parsed.attachments.find(({ cid }) => cid === "logo");
  expect(logo?.content.toString("base64")).toBe(pixel);
  expect(logo?.contentDisposition).toBe("inline");
  const [sent] = await shop.mails();
  expect((await shop.api.get(`/mails/${sent!.id}`))["html"]).toContain(`src="${logoUrl}"`);

  const svg = `data:image/svg+xml;base64,${Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")}`;
  const other = await openShop(platform, { logoUrl: svg });
  await invoiceFor(other.api, { billingEmail });
  await other.deliver(server.mailer);
  expect(server.taken[1]?.parsed.attachments.map(({ contentType }) => contentType)).toEqual(["application/pdf"]);
  expect(server.taken[1]?.parsed.html).not.toContain("<img");
});

test("a sent quote mail is stored without its link, and cannot be sent again", async () => {
  const shop = await openShop(platform);
  const { id } = await sellTo(shop.api, {}, { name: "Pro" });
  const { accountId } = await shop.api.get(`/subscriptions/${id}`);
  await shop.api.patch(`/accounts/${String(accountId)}`, { contactEmail: "ada@buyer.example" });
  const first = await shop.api.post<{ token: string }>(`/subscriptions/${id}/send`);
  // Sent again before the first mail went out: only the working link goes out.
  const second = await shop.api.post<{ token: string }>(`/subscriptions/${id}/send`);
  const server = await listening();
  expect(await shop.deliver(server.mailer)).toBe(1);
  const [mail] = server.taken;
  expect(mail?.envelopeTo).toEqual(["ada@buyer.example"]);
  expect(mail?.parsed.text).toContain(`https://pay.example/quote/${second.token}`);
  expect(mail?.parsed.text).toContain("Quote number: Q-2026-0001\n");
  expect(mail?.parsed.text).not.toContain(first.token);
  const [retired, sent] = await shop.mails();
  expect(retired).toMatchObject({ status: "failed", lastFailure: "The quote was sent again, with a new link." });
  const kept = JSON.stringify(await shop.api.get(`/mails/${sent!.id}`));
  expect(kept).toContain("https://pay.example/quote/…");
  expect(kept).not.toContain(second.token);
  const again = await shop.api.request("POST", `/mails/${sent!.id}/send`);
  expect([again.status, again.body["code"]]).toEqual([409, "state_conflict"]);
});

test("a quote that is declined while its mail is queued is not sent any more", async () => {
  const shop = await openShop(platform);
  const { id } = await sellTo(shop.api, {}, { name: "Pro" });
  const { accountId } = await shop.api.get(`/subscriptions/${id}`);
  await shop.api.patch(`/accounts/${String(accountId)}`, { contactEmail: "ada@buyer.example" });
  const { token } = await shop.api.post<{ token: string }>(`/subscriptions/${id}/send`);
  await shop.api.post(`/quotes/${token}/decline`, { declinerName: "Ada Byron" });
  const server = await listening();
  expect(await shop.deliver(server.mailer)).toBe(0);
  expect(await shop.mails()).toMatchObject([
    { kind: "quote", status: "failed", lastFailure: "The customer declined the quote." },
  ]);
});

test("content is deleted after keepDays, but the record of the mail is kept", async () => {
  const shop = await openShop(platform);
  await shop.api.patch("/mail-settings", { keepDays: 7 });
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  await shop.deliver(server.mailer);
  const [{ id } = { id: "" }] = await shop.mails();
  now = "2026-03-08T08:59:59.000Z";
  await shop.deliver(server.mailer);
  expect((await shop.api.get(`/mails/${id}`))["text"]).toContain("Please pay");
  now = "2026-03-08T09:00:00.000Z";
  await shop.deliver(server.mailer);
  expect(await shop.api.get(`/mails/${id}`)).toMatchObject({
    status: "sent",
    to: billingEmail,
    subject: expect.stringContaining("Seller GmbH"),
    text: null,
    html: null,
  });
});

test("a wrong password does not fail the mail: it is retried, and sent after the password is fixed", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening({
    options: {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === "seller" && password === "s3cret" ? done(null, { user: username }) : done(smtpRefusal(535, "no")),
    },
  });
  const address = { host: "127.0.0.1", port: server.port, user: "seller", encryption: "opportunistic" } as const;
  const wrong = createSmtpMailer({ ...address, password: "secret" }, "billing@seller.example");
  await shop.deliver(wrong);
  wrong.close();
  const [mail] = await shop.mails();
  expect(mail).toMatchObject({ status: "queued", lastFailure: expect.stringContaining("535") });
  expect(JSON.stringify(mail)).not.toContain("secret");
  now = "2026-03-01T09:05:00.000Z";
  const right = createSmtpMailer({ ...address, password: "s3cret" }, "billing@seller.example");
  await shop.deliver(right);
  right.close();
  expect(server.taken).toHaveLength(1);
});

test("sends mail encrypted to a server with a trusted certificate", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening({ options: { disabledCommands: [], ...localCertificate } });
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, localCertificate.cert]);
  try {
    const address = { host: "localhost", port: server.port, user: null, password: null } as const;
    const mailer = createSmtpMailer({ ...address, encryption: "required" }, "billing@seller.example");
    await shop.deliver(mailer);
    mailer.close();
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
  expect(await shop.mails()).toMatchObject([{ status: "sent", lastFailure: null }]);
});

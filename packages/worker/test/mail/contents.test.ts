import tls from "node:tls";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { createSmtpMailer } from "@counterfoil/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localCertificate } from "./local-certificate.ts";
import { type LocalSmtpServer, smtpRefusal, startSmtpServer } from "./local-smtp-server.ts";
import { invoiceFor, openShop, sellTo } from "./shop.ts";

// What mails hold, what is kept of them, and how the server is signed in to.

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

test("a received payment sends its receipt once, where the switch is on, and the receipt is what is attached (R-MAIL-1)", async () => {
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

test("each customer is written to in the language of their account, and others in the organization's", async () => {
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

test("the Date of a mail is one of RFC 5322, of the day on which it was written", async () => {
  const shop = await openShop(platform);
  const server = await listening();
  await invoiceFor(shop.api, { billingEmail });
  now = "2026-03-01T11:30:00.000Z";
  await shop.deliver(server.mailer);
  expect(/^Date: (.*)$/m.exec(server.taken[0]?.raw ?? "")?.[1]?.trim()).toBe("Sun, 01 Mar 2026 09:00:00 +0000");
});

test("the logo is a part of the mail, and a vector drawing, which mail programs do not draw, is left out", async () => {
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

test("what is kept of a quote's mail that was sent does not show its link, and it cannot be sent again", async () => {
  const shop = await openShop(platform);
  const { id } = await sellTo(shop.api, {}, { name: "Pro" });
  const { accountId } = await shop.api.get(`/subscriptions/${id}`);
  await shop.api.patch(`/accounts/${String(accountId)}`, { contactEmail: "ada@buyer.example" });
  const first = await shop.api.post<{ token: string }>(`/subscriptions/${id}/send`);
  // Sent again before the first went out: only the link that works does.
  const second = await shop.api.post<{ token: string }>(`/subscriptions/${id}/send`);
  const server = await listening();
  expect(await shop.deliver(server.mailer)).toBe(1);
  const [mail] = server.taken;
  expect(mail?.envelopeTo).toEqual(["ada@buyer.example"]);
  expect(mail?.parsed.text).toContain(`https://pay.example/quote/${second.token}`);
  expect(mail?.parsed.text).not.toContain(first.token);
  const [retired, sent] = await shop.mails();
  expect(retired).toMatchObject({ status: "failed", lastFailure: "The quote was sent again, with a new link." });
  const kept = JSON.stringify(await shop.api.get(`/mails/${sent!.id}`));
  expect(kept).toContain("https://pay.example/quote/…");
  expect(kept).not.toContain(second.token);
  const again = await shop.api.request("POST", `/mails/${sent!.id}/send`);
  expect([again.status, again.body["code"]]).toEqual([409, "state_conflict"]);
});

test("content is forgotten when it was kept for keepDays; that a mail was sent is not", async () => {
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

test("a wrong password is no fault of the mail: it is tried again, and goes out when somebody mended it", async () => {
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

test("mail goes out encrypted to a server whose certificate is vouched for", async () => {
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

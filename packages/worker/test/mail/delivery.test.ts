import { createHash } from "node:crypto";
import { type Mailer, type MailMessage, remindOfInvoices } from "@counterfoil/service";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { createSmtpMailer } from "@counterfoil/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { invoiceFor, openShop } from "./shop.ts";
import { localCertificate } from "./local-certificate.ts";
import { type LocalSmtpServer, smtpRefusal, startSmtpServer } from "./local-smtp-server.ts";

// Mail over real SMTP, on a clock that the tests move. No worker runs; the tests call each delivery.

const BEGINNING = "2026-03-01T09:00:00.000Z";
let now = BEGINNING;
let platform: Environment;
const servers: LocalSmtpServer[] = [];

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

const billingEmail = "ap@buyer.example";

test("sends an invoice with its PDF, text and HTML over SMTP (R-MAIL-1)", async () => {
  const shop = await openShop(platform);
  const invoice = await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  expect(await shop.deliver(server.mailer)).toBe(1);
  const [mail] = server.taken;
  expect(mail?.envelopeFrom).toBe("billing@seller.example");
  expect(mail?.envelopeTo).toEqual([billingEmail]);
  const parsed = mail!.parsed;
  expect(parsed.from?.value).toEqual([{ name: "Seller GmbH", address: "billing@seller.example" }]);
  expect(parsed.replyTo?.value).toMatchObject([{ address: "hello@seller.example" }]);
  expect(parsed.subject).toBe(`Invoice ${String(invoice["number"])} from Seller GmbH`);
  expect(parsed.date?.toISOString()).toBe(BEGINNING);
  expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
  // 49.00 net, due 30 days after March 1.
  expect(parsed.text).toMatch(/Please pay €49\.00\sby Mar 31, 2026\./);
  expect(parsed.html).toContain("€49.00");
  expect(parsed.text!.split("\n").every((line) => line.length <= 72)).toBe(true);
  const [pdf] = parsed.attachments;
  expect(parsed.attachments).toHaveLength(1);
  expect([pdf?.filename, pdf?.contentType]).toEqual([`${String(invoice["number"])}.pdf`, "application/pdf"]);
  // Rendered for the mail, and stored.
  expect((await shop.api.get(`/invoices/${invoice.id}`))["pdfSha256"]).toBe(hashOf(pdf!.content));
  const answer = await fetch(`${platform.url}/invoices/${invoice.id}/pdf`, {
    headers: { Authorization: `Bearer ${shop.api.token}` },
  });
  const drawn = Buffer.from(await answer.arrayBuffer());
  expect(pdf?.content.subarray(0, 5).toString()).toBe("%PDF-");
  expect(hashOf(pdf!.content)).toBe(hashOf(drawn));
  expect(await shop.mails()).toMatchObject([
    { kind: "invoice", to: billingEmail, status: "sent", sentAt: BEGINNING, attempts: 1, invoiceId: invoice.id },
  ]);
  expect(await shop.deliver(server.mailer)).toBe(0);
});

test("names cannot inject recipients or headers", async () => {
  const shop = await openShop(platform, { name: 'Evil\r\nBcc: victim@example.com\r\n\r\n"<x@y.example>, z' });
  const contact = {
    email: billingEmail,
    firstName: "Ada\r\nBcc: victim@example.com",
    lastName: "<script>alert(1)</script>",
    isPrimary: true,
  };
  await invoiceFor(shop.api, { contacts: [contact] });
  const server = await listening();
  await shop.deliver(server.mailer);
  const [mail] = server.taken;
  expect(mail?.envelopeTo).toEqual([billingEmail]);
  expect(mail?.parsed.bcc).toBeUndefined();
  expect(mail?.parsed.headerLines.map(({ key }) => key)).not.toContain("bcc");
  expect(mail?.parsed.to).toMatchObject({ value: [{ address: billingEmail }] });
  expect(mail?.parsed.html).not.toContain("<script>");
  expect(mail?.parsed.html).toContain("&#60;script&#62;");
});

test("a sandbox sends nothing outside unless requested (R-ORG-2)", async () => {
  const shop = await openShop(platform, { sandbox: true });
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  await shop.deliver(server.mailer);
  expect(server.taken).toEqual([]);
  const [caught] = await shop.mails();
  expect(caught).toMatchObject({ status: "caught", sentAt: null, subject: expect.stringContaining("Seller GmbH") });
  const whole = await shop.api.get(`/mails/${caught!.id}`);
  expect(whole).toMatchObject({
    text: expect.stringContaining("Please pay €49.00"),
    html: expect.stringContaining("€49.00"),
    attachments: [{ contentType: "application/pdf" }],
  });
  await shop.api.patch("/mail-settings", { sendFromSandbox: true });
  await shop.api.post(`/mails/${caught!.id}/send`);
  await shop.deliver(server.mailer);
  expect(server.taken).toHaveLength(1);
});

test("without an SMTP server, mail is caught and can be viewed", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  await shop.deliver(null);
  expect(await shop.mails()).toMatchObject([{ status: "caught" }]);
});

test("gives up at once on a permanently rejected recipient, with the reason, and sends to the others", async () => {
  const shop = await openShop(platform);
  const other = { email: "cfo@buyer.example", emailPreferences: ["billing"] };
  await invoiceFor(shop.api, { billingEmail, contacts: [other] });
  const server = await listening({
    refuses: (address) => (address === billingEmail ? smtpRefusal(550, "no such mailbox") : undefined),
  });
  await shop.deliver(server.mailer);
  expect(server.taken.map((mail) => mail.envelopeTo)).toEqual([["cfo@buyer.example"]]);
  expect(await shop.mails()).toMatchObject([
    { to: billingEmail, status: "failed", lastFailure: expect.stringContaining("no such mailbox") },
    { to: "cfo@buyer.example", status: "sent", lastFailure: null },
  ]);
});

test("retries a temporary failure with growing waits", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening({ refuses: () => smtpRefusal(451, "greylisted") });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    expect(await shop.deliver(server.mailer)).toBe(1);
    const [mail] = await shop.mails();
    expect(mail).toMatchObject({
      status: "queued",
      attempts: attempt,
      lastFailure: expect.stringContaining("greylisted"),
    });
    const next = String(mail!["nextAttemptAt"]);
    waits.push((Date.parse(next) - Date.parse(now)) / 1000);
    expect(await shop.deliver(server.mailer)).toBe(0);
    now = next;
  }
  // 30, 60, 120 and 240 s, each up to a fifth shorter or longer.
  for (const [index, wait] of waits.entries()) {
    const planned = 30 * 2 ** index;
    expect(wait).toBeGreaterThanOrEqual(planned * 0.8 - 0.001);
    expect(wait).toBeLessThanOrEqual(planned * 1.2 + 0.001);
  }
});

test("mail survives an hour without the server, and fails after three days", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const gone = await startSmtpServer();
  const { port } = gone;
  await gone.stop();
  const address = { host: "127.0.0.1", port, user: null, password: null, encryption: "opportunistic" } as const;
  const mailer = createSmtpMailer(address, "billing@seller.example");
  const reopened = "2026-03-01T10:00:00.000Z";
  while (now < reopened) {
    expect(await shop.deliver(mailer)).toBe(1);
    now = String((await shop.mails())[0]!["nextAttemptAt"]);
  }
  const server = await listening({ port });
  expect(await shop.deliver(mailer)).toBe(1);
  expect(server.taken).toHaveLength(1);
  expect(await shop.mails()).toMatchObject([{ status: "sent", lastFailure: null }]);

  now = BEGINNING;
  await Promise.all(servers.splice(0).map((one) => one.stop()));
  const late = await openShop(platform);
  await invoiceFor(late.api, { billingEmail });
  let tries = 0;
  for (;;) {
    tries += await late.deliver(mailer);
    const [mail] = await late.mails();
    if (mail!["status"] === "failed") break;
    now = String(mail!["nextAttemptAt"]);
  }
  expect(Date.parse(now) - Date.parse(BEGINNING)).toBeGreaterThanOrEqual(72 * 3_600_000);
  expect(Date.parse(now) - Date.parse(BEGINNING)).toBeLessThan(74 * 3_600_000);
  // 7 attempts in the first hour, then about one per hour.
  expect(tries).toBeGreaterThan(60);
  expect(await late.mails()).toMatchObject([
    { status: "failed", lastFailure: expect.stringContaining("ECONNREFUSED") },
  ]);
  mailer.close();
});

test("sends the mail again with the same Message-ID if the server drops the connection after accepting it", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  let drops = 1;
  const server = await listening({
    drops() {
      drops -= 1;
      return drops >= 0;
    },
  });
  await shop.deliver(server.mailer);
  expect(await shop.mails()).toMatchObject([{ status: "queued", attempts: 1 }]);
  now = "2026-03-01T09:05:00.000Z";
  await shop.deliver(server.mailer);
  // It is unknown whether the first mail was delivered. It is sent twice rather than never.
  expect(server.taken).toHaveLength(2);
  const ids = server.taken.map(({ parsed }) => parsed.messageId);
  expect(ids[0]).toMatch(/^<mail_\w+\.1@seller\.example>$/);
  expect(ids[1]).toBe(ids[0]);
  expect(await shop.mails()).toMatchObject([{ status: "sent", attempts: 2 }]);
});

test("if a worker dies between sending and recording, another sends the mail again, and a late result of the first is ignored", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  let revive: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => {
    revive = resolve;
  });
  let sent: () => void = () => undefined;
  const wasSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  // Pauses after the server accepted the mail, like a process that is stopped there.
  const stopping: Mailer = {
    async send(message: MailMessage) {
      await server.mailer.send(message);
      sent();
      await dead;
      return { kind: "refused", reason: "late result" };
    },
  };
  const standing = shop.deliver(stopping);
  await wasSent;
  expect(await shop.deliver(server.mailer)).toBe(0);
  // Ten minutes later, the lease has expired.
  now = "2026-03-01T09:10:00.000Z";
  expect(await shop.deliver(server.mailer)).toBe(1);
  revive();
  await standing;
  expect(new Set(server.taken.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  expect(server.taken).toHaveLength(2);
  expect(await shop.mails()).toMatchObject([{ status: "sent", attempts: 2, lastFailure: null }]);
});

test("two workers never send the same mail twice", async () => {
  const shop = await openShop(platform);
  for (let index = 0; index < 25; index += 1) await invoiceFor(shop.api, { billingEmail: `ap${index}@buyer.example` });
  const server = await listening();
  const work = async () => {
    let tried = 0;
    for (let last = 1; last > 0; tried += last) last = await shop.deliver(server.mailer);
    return tried;
  };
  const [one, other] = await Promise.all([work(), work()]);
  expect(one + other).toBe(25);
  const recipients = server.taken.flatMap(({ envelopeTo }) => envelopeTo);
  expect(recipients).toHaveLength(25);
  expect(new Set(recipients).size).toBe(25);
});

test("sends a reminder of an unpaid invoice once on each configured day (R-MAIL-1)", async () => {
  const shop = await openShop(platform);
  await shop.api.patch("/mail-settings", { reminderDays: [7, -3] });
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening();
  await shop.deliver(server.mailer);
  // Due on March 31 in Berlin: three days before is March 28, seven days after April 7.
  for (const day of [
    "2026-03-27",
    "2026-03-28",
    "2026-03-28",
    "2026-03-29",
    "2026-04-06",
    "2026-04-07",
    "2026-04-08",
  ]) {
    now = `${day}T12:00:00.000Z`;
    await Promise.all([remindOfInvoices(shop.context), remindOfInvoices(shop.context)]);
    await shop.deliver(server.mailer);
  }
  const [invoice, ...reminders] = server.taken.map(({ parsed }) => [parsed.subject, parsed.date?.toISOString()]);
  expect(invoice?.[0]).toContain("Invoice");
  expect(reminders).toEqual([
    [expect.stringMatching(/is due on Mar 31, 2026$/), "2026-03-28T12:00:00.000Z"],
    [expect.stringMatching(/is overdue$/), "2026-04-07T12:00:00.000Z"],
  ]);
});

test("sends nothing to a server with an untrusted certificate", async () => {
  const shop = await openShop(platform);
  await invoiceFor(shop.api, { billingEmail });
  const server = await listening({ options: { disabledCommands: [], ...localCertificate } });
  const plain = await listening();
  const address = { host: "127.0.0.1", user: null, password: null, encryption: "required" } as const;
  const strict = createSmtpMailer({ ...address, port: server.port }, "billing@seller.example");
  await shop.deliver(strict);
  strict.close();
  expect(server.taken).toEqual([]);
  expect(await shop.mails()).toMatchObject([{ status: "queued", lastFailure: expect.stringMatching(/certificate/i) }]);
  now = "2026-03-01T09:05:00.000Z";
  const unencrypted = createSmtpMailer({ ...address, port: plain.port }, "billing@seller.example");
  await shop.deliver(unencrypted);
  unencrypted.close();
  expect(plain.taken).toEqual([]);
  expect(await shop.mails()).toMatchObject([{ status: "queued", lastFailure: expect.stringMatching(/STARTTLS|TLS/) }]);
});

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

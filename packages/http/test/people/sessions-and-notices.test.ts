import { createServer } from "@counterfoil/http";
import { deliverNotices, type MailMessage } from "@counterfoil/service";
import { codeOf } from "@counterfoil/testkit/one-time-code";
import { type Environment, PASSWORD, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";

// R-USER-1: people see and end their sessions, and are notified of changes to their sign-in.

let platform: Environment;
let organization: TestOrganization;
const mails: MailMessage[] = [];
let people = 0;

beforeAll(async () => {
  platform = await startEnvironment(undefined, {
    mail: {
      publicUrl: "https://billing.example.com",
      mailer: {
        send: (message) => {
          mails.push(message);
          return Promise.resolve({ kind: "accepted" });
        },
      },
    },
  });
  organization = await platform.createOrganization();
});
afterAll(() => platform.stop());

async function somebody(role: "owner" | "admin" = "owner"): Promise<string> {
  people += 1;
  const email = `noticed-${people}@example.com`;
  await platform.addPerson(organization.id, email, role);
  return email;
}

/** The subjects of all emails to a person, once that many have arrived. */
async function subjectsTo(email: string, count: number): Promise<string[]> {
  const found = () => mails.filter(({ to }) => to.address === email).map(({ subject }) => subject);
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(count);
  return found();
}

interface Sessions {
  readonly currentSessionId: string;
  readonly items: readonly { id: string; ipAddress: string | null; userAgent: string | null }[];
}

test("lists sessions with their location and ends single ones, but does not find those of others", async () => {
  const email = await somebody();
  const [here, there, stranger] = [openBrowser(platform), openBrowser(platform), openBrowser(platform)];
  await here.signIn(email);
  await there.signIn(email);
  await stranger.signIn(await somebody());
  const list = async (browser = here) => (await browser.get("/me/sessions")).body as unknown as Sessions;
  const { currentSessionId, items } = await list();
  expect(items).toHaveLength(2);
  expect(items[1]).toMatchObject({ id: currentSessionId, ipAddress: "127.0.0.1", userAgent: expect.any(String) });
  expect(JSON.stringify(items)).not.toContain("token");
  const other = items[0]?.id ?? "";
  expect((await stranger.send("DELETE", `/me/sessions/${other}`)).status).toBe(404);
  expect((await there.get("/me")).status).toBe(200);
  expect((await here.send("DELETE", `/me/sessions/${other}`)).status).toBe(204);
  expect([(await there.get("/me")).status, (await here.get("/me")).status]).toEqual([401, 200]);
  expect((await here.send("DELETE", `/me/sessions/${other}`)).status).toBe(404);
  expect((await list()).items).toHaveLength(1);
  expect((await here.send("DELETE", `/me/sessions/${currentSessionId}`)).status).toBe(204);
  expect((await here.get("/me/sessions")).status).toBe(401);
  // A key has no session.
  expect((await organization.api.request("GET", "/me/sessions")).status).toBe(401);
});

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

test("notifies of a sign-in from a new network or browser, but not from a known one", async () => {
  const email = await somebody();
  const server = await createServer(platform.ports, { trustedProxies: ["127.0.0.1"] });
  const signIn = async (from: string, agent: string, password = PASSWORD) =>
    (
      await server.inject({
        method: "POST",
        url: "/auth/sign-in",
        headers: { "x-forwarded-for": from, "user-agent": agent },
        payload: { email, password },
      })
    ).statusCode;
  expect(await signIn("203.0.113.1", FIREFOX)).toBe(200);
  expect(await subjectsTo(email, 1)).toEqual(["New sign-in to Counterfoil"]);
  const [told] = mails.filter(({ to }) => to.address === email);
  expect(told?.text).toContain("From: 203.0.113.1");
  expect(told?.text).toContain("Browser: Firefox on Windows");
  expect(told?.text).toContain("https://billing.example.com/app");
  // The same place, an updated browser, and a wrong password.
  expect(await signIn("203.0.113.1", FIREFOX)).toBe(200);
  expect(await signIn("203.0.113.1", FIREFOX.replaceAll("140", "141"))).toBe(200);
  expect(await signIn("203.0.113.9", FIREFOX, "not the right password")).toBe(401);
  // Another browser, whose name is not repeated, and another network.
  expect(await signIn("203.0.113.1", '<a href="https://evil.example">Call us</a>')).toBe(200);
  expect(await signIn("2001:db8::1", FIREFOX)).toBe(200);
  expect(await signIn("2001:db8::2", FIREFOX)).toBe(200); // the same /64
  expect(await subjectsTo(email, 3)).toHaveLength(3);
  for (const { text, html } of mails) expect(text + html).not.toContain("evil.example");
  await server.close();
});

test("notifies of a changed password and a removed second factor", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const { uri } = (await browser.send("POST", "/auth/two-factor", { password: PASSWORD })).body as { uri: string };
  await browser.send("POST", "/auth/two-factor/confirm", { code: codeOf(uri) });
  expect((await browser.send("POST", "/auth/two-factor/remove", { password: "not the password" })).status).toBe(422);
  expect((await browser.send("POST", "/auth/two-factor/remove", { password: PASSWORD })).status).toBe(204);
  const change = { currentPassword: PASSWORD, newPassword: "a new long password" };
  expect((await browser.send("POST", "/auth/password", change)).status).toBe(204);
  expect(await subjectsTo(email, 3)).toEqual([
    "New sign-in to Counterfoil",
    "Your second factor was removed",
    "Your Counterfoil password was changed",
  ]);
});

test("notifies the owners and the creator of a new key, without the key", async () => {
  const own = await platform.createOrganization();
  const [owner, admin] = ["key-owner@example.com", "key-admin@example.com"];
  await platform.addPerson(own.id, owner, "owner");
  await platform.addPerson(own.id, admin, "admin");
  const browser = openBrowser(platform);
  await browser.signIn(admin);
  const made = await browser.send("POST", "/api-keys", { name: "Taken over", scopes: ["read", "admin"] });
  const token = String(made.body["token"]);
  expect(await subjectsTo(owner, 1)).toEqual(["New API key for Story"]);
  expect(await subjectsTo(admin, 2)).toContain("New API key for Story");
  const [told] = mails.filter(({ to }) => to.address === owner);
  expect(told?.text).toContain("Scopes: read, admin");
  expect(told?.text).toContain(`Key: ${token.slice(0, 12)}…`);
  expect(told?.text).not.toContain(token);
  // And of a key created with that key.
  await platform.api(token).post("/api-keys", { name: "Further", scopes: ["read"] });
  expect(await subjectsTo(owner, 2)).toHaveLength(2);
});

test("without an SMTP server, notices expire", async () => {
  const { identity, clock } = platform.ports;
  const { people: database } = identity!;
  await database.sql(
    `insert into notice (id, kind, recipient, recipient_name, facts, attempts, due_at, expires_at, created_at)
     select id, 'password_changed', 'late@example.com', 'Late', '{}', 0, '2999-01-01', expires_at, '2020-01-01'
     from (values ('old', '2020-01-04'::timestamptz), ('new', '2999-01-04')) given (id, expires_at)`,
  );
  expect(await deliverNotices(identity!, clock, { mailer: null, publicUrl: "" })).toBe(0);
  const left = await database.sql<{ id: string }>("select id from notice where recipient = 'late@example.com'");
  expect(left.map(({ id }) => id)).toEqual(["new"]);
});

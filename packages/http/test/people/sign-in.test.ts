import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { createServer } from "@counterfoil/http";
import { type MailMessage, openIdentity, signInSecrets } from "@counterfoil/service";
import {
  type Environment,
  PASSWORD,
  startEnvironment,
  TEST_SECRET,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { codeOf } from "@counterfoil/testkit/one-time-code";

// R-USER-1: who can sign in and who cannot.

let platform: Environment;
let organization: TestOrganization;
const letters: MailMessage[] = [];
let people = 0;

beforeAll(async () => {
  platform = await startEnvironment(undefined, {
    mail: {
      publicUrl: "https://billing.example.com",
      mailer: {
        send: (message) => {
          letters.push(message);
          return Promise.resolve({ kind: "accepted" });
        },
      },
    },
  });
  organization = await platform.createOrganization();
});
afterAll(() => platform.stop());

/** A person that no other test uses. */
async function somebody(role: "owner" | "viewer" = "owner"): Promise<string> {
  people += 1;
  const email = `person-${people}@example.com`;
  await platform.addPerson(organization.id, email, role);
  return email;
}

/** The token in the email to an address. */
async function tokenTo(email: string): Promise<string> {
  const found = () => letters.findLast(({ to, text }) => to.address === email && text.includes("#"));
  await expect.poll(found, { timeout: 10_000 }).toBeDefined();
  return /#(\S+)/.exec(found()?.text ?? "")?.[1] ?? "";
}

const SESSION = "counterfoil.session_token";

test("a session is an HTTP-only, same-site cookie, and identifies the person", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  const answer = await browser.signIn(email.toUpperCase());
  expect([answer.status, answer.body]).toEqual([200, { status: "signed_in" }]);
  const [cookie = "", ...others] = answer.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(new RegExp(`^${SESSION}=`));
  const flags = cookie
    .split("; ")
    .slice(1)
    .map((flag) => flag.toLowerCase());
  expect(flags.toSorted()).toEqual(["httponly", "max-age=1209600", "path=/", "samesite=strict"]);
  const { status, body, headers } = await browser.get("/me");
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const own = { organizationId: organization.id, name: "Story", role: "owner", sandbox: true };
  expect(body).toEqual({
    id: expect.stringMatching(/^person_/),
    name: email,
    email,
    twoFactorEnabled: false,
    organization: own,
    organizations: [own],
  });
  expect((await browser.get("/accounts")).status).toBe(200);
  expect((await browser.send("POST", "/auth/sign-out")).status).toBe(204);
  expect(browser.cookies.has(SESSION)).toBe(false);
  expect((await browser.get("/me")).status).toBe(401);
});

test("over HTTPS the cookie is Secure, in its name too, and HSTS is set", async () => {
  const email = await somebody();
  const server = await createServer(platform.ports, { trustedProxies: ["127.0.0.1"] });
  const headers = { "x-forwarded-proto": "https" };
  const payload = { email, password: PASSWORD };
  const answer = await server.inject({ method: "POST", url: "/auth/sign-in", headers, payload });
  expect(answer.headers["set-cookie"]).toMatch(/^__Secure-counterfoil\.session_token=.*; Secure/i);
  expect(answer.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  await server.close();
});

test("a wrong password and an unknown address get the same response", async () => {
  const browser = openBrowser(platform);
  const wrong = await browser.signIn(await somebody(), "not the right password");
  const unknown = await browser.signIn("unknown@example.com", "not the right password");
  const told = ({ status, body }: typeof wrong) => ({ ...body, status, requestId: null });
  expect(told(wrong)).toEqual(told(unknown));
  expect(told(wrong)).toMatchObject({ status: 401, code: "sign_in_failed" });
  expect(wrong.headers.getSetCookie()).toEqual([]);
});

test("a sign-in creates a new session: a planted one opens nothing, and the earlier one ends", async () => {
  const email = await somebody();
  const planted = openBrowser(platform, new Map([[SESSION, "planted.by-somebody-else"]]));
  await planted.signIn(email);
  expect(planted.cookies.get(SESSION)).not.toBe("planted.by-somebody-else");
  const before = new Map(planted.cookies);
  await planted.signIn(email);
  expect((await openBrowser(platform, before).get("/me")).status).toBe(401);
  expect((await planted.get("/me")).status).toBe(200);
  // A token without our signature opens nothing either.
  const [token = ""] = decodeURIComponent(planted.cookies.get(SESSION) ?? "").split(".");
  expect((await openBrowser(platform, new Map([[SESSION, `${token}.AAAA`]])).get("/me")).status).toBe(401);
});

test("another site cannot write with our cookie or sign a person in", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const create = (headers: Record<string, string>) => browser.send("POST", "/accounts", { name: "A" }, headers);
  const evil = { Origin: "https://evil.example" };
  for (const headers of [
    evil,
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ]) {
    const { status, body } = await create(headers);
    expect([headers, status, body["code"]]).toEqual([headers, 403, "cross_site_request"]);
  }
  const cookie = { Cookie: `${SESSION}=${browser.cookies.get(SESSION)}`, "Content-Type": "application/json" };
  const silent = await fetch(`${platform.url}/accounts`, { method: "POST", headers: cookie, body: '{"name":"A"}' });
  expect(silent.status).toBe(403);
  expect((await create({})).status).toBe(201);
  expect((await create({ "Sec-Fetch-Site": "same-origin" })).status).toBe(201);
  const forced = await openBrowser(platform).send("POST", "/auth/sign-in", { email, password: PASSWORD }, evil);
  expect([forced.status, forced.headers.getSetCookie()]).toEqual([403, []]);
});

test("five wrong guesses also lock out the right password, for existing and unknown people", async () => {
  const browser = openBrowser(platform);
  for (const email of [await somebody(), "unknown-at-all@example.com"]) {
    // Also at the same time: each guess counts before it is checked.
    const guesses = await Promise.all([1, 2, 3, 4, 5].map((n) => browser.signIn(email, `wrong password ${n}`)));
    expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const locked = await browser.signIn(email);
    expect([locked.status, locked.body["code"]]).toEqual([429, "rate_limited"]);
    // The window of 15 minutes started a moment ago.
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
  }
});

test("a new password ends every other session; signing out everywhere ends all", async () => {
  const email = await somebody();
  const [here, there] = [openBrowser(platform), openBrowser(platform)];
  await here.signIn(email);
  await there.signIn(email);
  const change = (currentPassword: string) =>
    here.send("POST", "/auth/password", { currentPassword, newPassword: "another password" });
  const wrong = await change("not the right password");
  expect([wrong.status, wrong.body["errors"]]).toMatchObject([422, [{ pointer: "/currentPassword" }]]);
  expect((await change(PASSWORD)).status).toBe(204);
  expect([(await here.get("/me")).status, (await there.get("/me")).status]).toEqual([200, 401]);
  expect((await there.signIn(email)).status).toBe(401);
  expect((await there.signIn(email, "another password")).status).toBe(200);
  expect((await there.send("POST", "/auth/sign-out-everywhere")).status).toBe(204);
  expect([(await here.get("/me")).status, (await there.get("/me")).status]).toEqual([401, 401]);
});

test("a reset email sets the password once, and does not disclose whether an address is known", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const ask = (address: string) => openBrowser(platform).send("POST", "/auth/password-reset", { email: address });
  const [known, unknown] = [await ask(email), await ask("no-such-person@example.com")];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(known.status).toBe(202);
  const token = await tokenTo(email);
  const set = (newPassword: string) =>
    openBrowser(platform).send("POST", "/auth/password-reset/confirm", { token, newPassword });
  expect((await set("a new long password")).status).toBe(204);
  expect((await browser.get("/me")).status).toBe(401);
  expect((await browser.signIn(email, "a new long password")).status).toBe(200);
  expect((await set("and yet another one")).status).toBe(410);
  expect(letters.filter(({ to }) => to.address === "no-such-person@example.com")).toEqual([]);
});

test("new recovery codes replace the old ones, and require the password and a second factor", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const renew = (password: string) => browser.send("POST", "/auth/two-factor/recovery-codes", { password });
  expect((await renew(PASSWORD)).status).toBe(409);
  const { uri, recoveryCodes: old } = (await browser.send("POST", "/auth/two-factor", { password: PASSWORD })).body as {
    uri: string;
    recoveryCodes: string[];
  };
  expect((await browser.send("POST", "/auth/two-factor/confirm", { code: codeOf(uri) })).status).toBe(204);
  expect((await renew("not the password")).status).toBe(422);
  const renewed = await renew(PASSWORD);
  expect(renewed.status).toBe(200);
  const codes = renewed.body["recoveryCodes"] as string[];
  expect(new Set([...codes, ...old]).size).toBe(20);

  const next = openBrowser(platform);
  const show = async (code: string | undefined) => {
    await next.signIn(email);
    return (await next.send("POST", "/auth/second-factor", { code, isRecoveryCode: true })).status;
  };
  expect(await show(old[0])).toBe(401);
  expect(await show(codes[0])).toBe(200);
  expect(await show(codes[0])).toBe(401);
});

test("with a second factor, the password alone opens nothing; a recovery code works once", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const begun = await browser.send("POST", "/auth/two-factor", { password: PASSWORD });
  const { uri, recoveryCodes } = begun.body as { uri: string; recoveryCodes: string[] };
  expect(recoveryCodes).toHaveLength(10);
  // A code is not required before the first code was confirmed.
  expect((await openBrowser(platform).signIn(email)).body).toEqual({ status: "signed_in" });
  const wrong = await browser.send("POST", "/auth/two-factor/confirm", { code: "abcdef" });
  expect([wrong.status, wrong.body["errors"]]).toMatchObject([422, [{ pointer: "/code" }]]);
  expect((await browser.send("POST", "/auth/two-factor/confirm", { code: codeOf(uri) })).status).toBe(204);
  expect((await browser.get("/me")).body).toMatchObject({ twoFactorEnabled: true });

  const next = openBrowser(platform);
  expect((await next.signIn(email)).body).toEqual({ status: "second_factor_required" });
  expect((await next.get("/me")).status).toBe(401);
  const show = (code: string, isRecoveryCode = false) =>
    next.send("POST", "/auth/second-factor", { code, isRecoveryCode });
  expect((await show("abcdef")).status).toBe(401);
  expect((await show(codeOf(uri, 1))).body).toEqual({ status: "signed_in" });
  expect((await next.get("/me")).status).toBe(200);

  const [recovery = ""] = recoveryCodes;
  await next.signIn(email);
  expect((await show(recovery, true)).status).toBe(200);
  await next.signIn(email);
  expect((await show(recovery, true)).status).toBe(401);
  expect((await next.get("/me")).status).toBe(401);
  expect((await browser.send("POST", "/auth/two-factor/remove", { password: PASSWORD })).status).toBe(204);
  expect((await next.signIn(email)).body).toEqual({ status: "signed_in" });
});

test("a code works once, even for two simultaneous requests, and earlier codes stop working", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const { uri } = (await browser.send("POST", "/auth/two-factor", { password: PASSWORD })).body as { uri: string };
  const [first, second] = [codeOf(uri), codeOf(uri, 1)];
  expect((await browser.send("POST", "/auth/two-factor/confirm", { code: first })).status).toBe(204);
  const show = async (code: string) => {
    const thief = openBrowser(platform);
    await thief.signIn(email);
    const { status, body } = await thief.send("POST", "/auth/second-factor", { code });
    return [status, body["code"] ?? body["status"], (await thief.get("/me")).status];
  };
  // The code that sets up the second factor signs no one in.
  expect(await show(first)).toEqual([401, "sign_in_failed", 401]);
  const both = await Promise.all([show(second), show(second)]);
  expect(both.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [200, "signed_in", 200],
    [401, "sign_in_failed", 401],
  ]);
  expect(await show(first)).toEqual([401, "sign_in_failed", 401]);
});

test("sessions and second factors survive a key change as long as the previous key is configured", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const { uri } = (await browser.send("POST", "/auth/two-factor", { password: PASSWORD })).body as { uri: string };
  await browser.send("POST", "/auth/two-factor/confirm", { code: codeOf(uri) });
  const { people } = platform.ports.identity!;
  const withKeys = async (keys: readonly string[]) => {
    const identity = openIdentity(people, { ...platform.ports, secrets: signInSecrets(keys) });
    const server = await createServer({ ...platform.ports, identity });
    await server.listen({ port: 0, host: "127.0.0.1" });
    return { url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`, close: () => server.close() };
  };
  const newKey = "another key that is long enough to be one";
  const without = await withKeys([newKey]);
  expect((await openBrowser(without, browser.cookies).get("/me")).status).toBe(401);
  await without.close();

  const after = await withKeys([newKey, TEST_SECRET]);
  expect((await openBrowser(after, browser.cookies).get("/me")).status).toBe(200);
  const next = openBrowser(after);
  expect((await next.signIn(email)).body).toEqual({ status: "second_factor_required" });
  expect((await next.send("POST", "/auth/second-factor", { code: codeOf(uri, 1) })).body).toEqual({
    status: "signed_in",
  });
  // Signed with the newest key: it no longer needs the older one.
  await after.close();
  const later = await withKeys([newKey]);
  expect((await openBrowser(later, next.cookies).get("/me")).status).toBe(200);
  await later.close();
});

test("a person who reads the database cannot sign a cookie: a session's token alone opens nothing", async () => {
  const email = await somebody();
  const browser = openBrowser(platform);
  await browser.signIn(email);
  const stored = await platform.ports.identity!.people.sql<{ token: string }>(
    "select token from session s join person p on p.id = s.person_id where p.email = $1",
    [email],
  );
  const token = stored[0]?.token ?? "";
  expect(token).not.toBe("");
  const [guessed] = signInSecrets([token]);
  const forged = `${token}.${createHmac("sha256", guessed!.value).update(token).digest("base64")}`;
  for (const value of [token, `${token}.`, encodeURIComponent(forged)]) {
    expect((await openBrowser(platform, new Map([[SESSION, value]])).get("/me")).status).toBe(401);
  }
});

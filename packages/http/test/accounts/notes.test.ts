import type { MailMessage } from "@counterfoil/service";
import { type Environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, openBrowser } from "../people/browser.ts";

// R-UI-1: notes on accounts, with mentions of people.

let platform: Environment;
let organization: TestOrganization;
let ada: Member;
let bob: Member;
const mails: MailMessage[] = [];

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
  [ada, bob] = [await member("ada", "finance"), await member("bob", "viewer")];
});
afterAll(() => platform.stop());

interface Member {
  readonly id: string;
  readonly email: string;
  readonly browser: Browser;
}

interface Note {
  readonly id: string;
  readonly text: string;
  readonly mentions: readonly { id: string; name: string }[];
}

async function member(name: string, role: "finance" | "viewer", of = organization): Promise<Member> {
  const email = `${name}@notes.example`;
  const id = await platform.addPerson(of.id, email, role);
  const browser = openBrowser(platform);
  await browser.signIn(email);
  return { id, email, browser };
}

async function makeAccount(name: string): Promise<string> {
  return (await organization.api.post("/accounts", { name })).id;
}

async function add(accountId: string, text: string, { browser } = ada): Promise<Note> {
  const { status, body } = await browser.send("POST", `/accounts/${accountId}/notes`, { text });
  expect(status).toBe(201);
  return body as unknown as Note;
}

async function textsOf(accountId: string, { browser } = ada): Promise<string[]> {
  const { body } = await browser.get(`/accounts/${accountId}/notes?sort=createdAt:desc`);
  return (body["items"] as Note[]).map(({ text }) => text);
}

/** The texts of the emails about mentions to a person, once that many have arrived. */
async function mentionsTo({ email }: Member, accountName: string, count: number): Promise<string[]> {
  const found = () =>
    mails.filter(({ to, subject }) => to.address === email && subject.endsWith(`mentioned you on ${accountName}`));
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(count);
  return found().map(({ text }) => text);
}

test("a person adds a note, changes it and deletes it, with author and times", async () => {
  const accountId = await makeAccount("Acme");
  const note = await add(accountId, "Prefers calls before noon.");
  expect(note).toEqual({
    id: expect.stringMatching(/^note_/),
    accountId,
    text: "Prefers calls before noon.",
    author: { type: "person", id: ada.id, name: ada.email },
    mentions: [],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  await add(accountId, "Second");
  expect(await textsOf(accountId)).toEqual(["Second", "Prefers calls before noon."]);
  const path = `/accounts/${accountId}/notes/${note.id}`;
  const changed = await ada.browser.send("PATCH", path, { text: "Prefers calls after noon." });
  expect(changed).toMatchObject({ status: 200, body: { id: note.id, text: "Prefers calls after noon." } });
  expect((await ada.browser.send("DELETE", path)).status).toBe(204);
  expect((await ada.browser.send("DELETE", path)).status).toBe(404);
  expect(await textsOf(accountId)).toEqual(["Second"]);
  const { body } = await organization.api.request("GET", `/audit?objectId=${note.id}`);
  const entries = body["items"] as { action: string }[];
  expect(new Set(entries.map(({ action }) => action))).toEqual(
    new Set(["note.created", "note.updated", "note.deleted"]),
  );
  // The audit log has no text, so that deleting a note or erasing an account removes it.
  expect(JSON.stringify(entries)).not.toContain("noon");
});

test("only the author changes or deletes a note, and a key is an author too", async () => {
  const accountId = await makeAccount("Owned");
  const path = `/accounts/${accountId}/notes`;
  const byKey = await organization.api.post<{ id: string; author: object }>(path, { text: "From the CRM" });
  expect(byKey.author).toMatchObject({ type: "api_key", name: null });
  for (const [method, body] of [["PATCH", { text: "Mine now" }], ["DELETE"]] as const) {
    const refused = await ada.browser.send(method, `${path}/${byKey.id}`, body);
    expect([refused.status, refused.body["code"]]).toEqual([409, "state_conflict"]);
    expect(refused.body["detail"]).toContain(byKey.id);
  }
  expect((await organization.api.patch(`${path}/${byKey.id}`, { text: "Updated" }))["text"]).toBe("Updated");
  expect(await textsOf(accountId)).toEqual(["Updated"]);
});

test("a viewer reads notes but cannot write them", async () => {
  const accountId = await makeAccount("Read");
  await add(accountId, "Readable");
  expect(await textsOf(accountId, bob)).toEqual(["Readable"]);
  const refused = await bob.browser.send("POST", `/accounts/${accountId}/notes`, { text: "Not mine" });
  expect([refused.status, refused.body["code"]]).toEqual([403, "insufficient_scope"]);
});

test("a mention emails the mentioned member once, and never the author", async () => {
  const accountId = await makeAccount("Mentioned GmbH");
  const note = await add(accountId, `Please call @${bob.id}, I am away. @${ada.id}`);
  expect(note.mentions.map(({ id }) => id).toSorted()).toEqual([ada.id, bob.id].toSorted());
  const [mail = ""] = await mentionsTo(bob, "Mentioned GmbH", 1);
  expect(mail).toContain(`${ada.email} mentioned you in a note on the account Mentioned GmbH`);
  expect(mail).toContain(`https://billing.example.com/app/accounts/${accountId}?tab=activity`);
  expect(mail).not.toContain("Please call");
  // Fixing a typing error does not send a second email.
  await ada.browser.send("PATCH", `/accounts/${accountId}/notes/${note.id}`, { text: `Please phone @${bob.id}` });
  await add(accountId, `Thanks @${bob.id}`);
  await mentionsTo(bob, "Mentioned GmbH", 2);
  await mentionsTo(ada, "Mentioned GmbH", 0);
  const { body } = await organization.api.request(
    "GET",
    `/notifications?filters=${encodeURIComponent(JSON.stringify([{ field: "objectId", value: accountId }]))}`,
  );
  const told = (body["items"] as { type: string; data: { mentioned: string[] } }[]).filter(
    ({ type }) => type === "account.note.mentioned",
  );
  expect(told.map(({ data }) => data.mentioned)).toEqual([expect.arrayContaining([bob.id]), [bob.id]]);
  expect(JSON.stringify(told)).not.toContain("Please");
});

test("refuses a mention of a person of another organization, an empty text, and a note of another account", async () => {
  const other = await platform.createOrganization();
  const stranger = await member("stranger", "finance", other);
  const [accountId, elsewhere] = [await makeAccount("Here"), await makeAccount("There")];
  const path = `/accounts/${accountId}/notes`;
  const unknown = await ada.browser.send("POST", path, { text: `Hello @${stranger.id}` });
  expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: "/text", code: "unknown_person" }] } });
  expect((await ada.browser.send("POST", path, { text: "  \n" })).status).toBe(422);
  const note = await add(accountId, "Here");
  expect((await ada.browser.send("DELETE", `/accounts/${elsewhere}/notes/${note.id}`)).status).toBe(404);
  // Nothing of it exists for another organization.
  expect((await stranger.browser.get(path)).status).toBe(404);
  expect((await stranger.browser.send("DELETE", `${path}/${note.id}`)).status).toBe(404);
  expect(await textsOf(accountId)).toEqual(["Here"]);
});

test("a note stays editable after a mentioned member leaves", async () => {
  const accountId = await makeAccount("Left");
  const leaver = await member("leaver", "viewer");
  const note = await add(accountId, `Ask @${leaver.id}`);
  await platform.addPerson(organization.id, "boss@notes.example", "owner");
  const browser = openBrowser(platform);
  await browser.signIn("boss@notes.example");
  expect((await browser.send("DELETE", `/people/${leaver.id}`)).status).toBe(204);
  const path = `/accounts/${accountId}/notes/${note.id}`;
  const changed = await ada.browser.send("PATCH", path, { text: `Asked @${leaver.id}` });
  expect(changed).toMatchObject({ status: 200, body: { text: `Asked @${leaver.id}`, mentions: [] } });
  const again = await ada.browser.send("POST", `/accounts/${accountId}/notes`, { text: `@${leaver.id}` });
  expect(again.status).toBe(422);
});

test("lists the names of members for mentions, without their addresses and roles", async () => {
  const { body } = await bob.browser.get("/people/names?limit=100");
  const items = body["items"] as object[];
  expect(items).toEqual(expect.arrayContaining([{ id: ada.id, name: ada.email }]));
  expect(JSON.stringify(items)).not.toContain("finance");
});

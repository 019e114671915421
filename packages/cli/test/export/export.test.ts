import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { tellReleaseStory } from "@counterfoil/testkit/releases";
import {
  type Environment,
  type Json,
  PASSWORD,
  startEnvironment,
  type TestOrganization,
} from "@counterfoil/testkit/scenario";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finished, temporaryFolder } from "../running-command.ts";

// R-OPS-5: an export contains all data of an organization as the API shows it, and no data of others.

interface Manifest {
  readonly organizationId: string;
  readonly files: {
    readonly file: string;
    readonly count: number | null;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

let environment: Environment;
let organization: TestOrganization;
let other: TestOrganization;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let manifest: Manifest;

const run = (...words: string[]) => finished(words, { DATABASE_URL: environment.database.ownerUrl });
const at = (name: string) => join(folder.path, name);
const text = (file: string) => readFile(join(at("kept"), file), "utf8");
const lines = async (name: string) =>
  (await text(`${name}.ndjson`)).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Json]));

beforeAll(async () => {
  folder = await temporaryFolder();
  environment = await startEnvironment();
  organization = await tellReleaseStory(environment);
  await organization.api.patch("/payment-settings", {
    provider: "stripe",
    stripe: { secretKey: "sk_test_hush", publishableKey: "pk_test_shown", webhookSecret: "whsec_hush" },
  });
  other = await environment.createOrganization({ name: "Another business" });
  await other.api.post("/accounts", { name: "Foreign" });
  const made = await run("export", at("kept"), "--organization", organization.id, "--documents", "--json");
  expect(made.code, made.output).toBe(0);
  manifest = JSON.parse(await text("manifest.json")) as Manifest;
}, 120_000);
afterAll(async () => {
  await environment.stop();
  await folder.remove();
});

test("counts and amounts match the API", async () => {
  const { api } = organization;
  const counts = Object.fromEntries(manifest.files.map(({ file, count }) => [file, count]));
  for (const [name, path] of [
    ["subscriptions", "/subscriptions"],
    ["prices", "/prices"],
    ["payments", "/payments"],
    ["credit-notes", "/credit-notes"],
    ["notifications", "/notifications"],
    ["people", "/people"],
  ] as const) {
    const { items } = await api.get<{ items: Json[] }>(`${path}?limit=100`);
    expect(items.length, name).toBeGreaterThan(0);
    expect(counts[`${name}.ndjson`], name).toBe(items.length);
  }
  const { items: summaries } = await api.get<{ items: Json[] }>("/invoices?limit=100");
  const answered = await Promise.all(summaries.map(({ id }) => api.get(`/invoices/${id}`)));
  const byId = (a: Json, b: Json) => a.id.localeCompare(b.id);
  expect((await lines("invoices")).toSorted(byId)).toEqual(answered.toSorted(byId));
  expect(answered.length).toBeGreaterThan(1);
  const { data } = await api.get<{ data: Json[] }>("/accounts");
  expect(await lines("accounts")).toEqual(data);
  // More than one page, read by cursor, and balanced.
  const journal = await lines("journal");
  expect(journal.length).toBeGreaterThan(10);
  const { items: events } = await api.get<{ items: Json[] }>("/events?limit=100");
  expect((await lines("events")).map(({ uniqueId }) => String(uniqueId)).toSorted()).toEqual(
    events.map(({ uniqueId }) => String(uniqueId)).toSorted(),
  );
});

test("the manifest lists every file with its lines, bytes and hash, and each issued invoice has a PDF", async () => {
  const found = await readdir(at("kept"), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const listed = manifest.files.map(({ file }) => join(at("kept"), file));
  expect(files.toSorted()).toEqual([...listed, join(at("kept"), "manifest.json")].toSorted());
  for (const { file, bytes, sha256, count } of manifest.files) {
    const content = await readFile(join(at("kept"), file));
    expect([file, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([file, bytes, sha256]);
    if (file.endsWith(".ndjson")) expect(content.toString().split("\n").length - 1, file).toBe(count);
  }
  const numbers = (await lines("invoices")).flatMap(({ number }) => (typeof number === "string" ? [number] : []));
  expect((await readdir(join(at("kept"), "documents/invoices"))).toSorted()).toEqual(
    numbers.map((number) => `${number}.pdf`).toSorted(),
  );
  expect((await text(`documents/invoices/${numbers[0]}.pdf`)).slice(0, 5)).toBe("%PDF-");
  expect((await stat(at("kept"))).mode & 0o777).toBe(0o700);
});

test("contains no data of another organization and no secrets", async () => {
  const all = (await Promise.all(manifest.files.map(({ file }) => text(file)))).join("\n");
  expect(all).toContain(organization.id);
  for (const foreign of [other.id, "Foreign", "Another business"]) expect(all).not.toContain(foreign);
  const owner = new pg.Client({ connectionString: environment.database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ secret: string }>(
    `select encode(hash, 'hex') as secret from api_key union select encode(hash, 'base64') from api_key
     union select password from identity.credential where password is not null
     union select sealed_stripe_secret_key from payment_settings where sealed_stripe_secret_key is not null
     union select sealed from webhook_secret`,
  );
  await owner.end();
  expect(rows.length).toBeGreaterThan(4);
  const secrets = [...rows.map(({ secret }) => secret), organization.api.token, "sk_test_hush", "whsec_hush", PASSWORD];
  for (const secret of secrets) expect(all.includes(secret), secret).toBe(false);
});

test("overwrites nothing, and requires --organization if there are several", async () => {
  const again = await run("export", at("kept"), "--organization", organization.id);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("An export overwrites nothing") });
  const which = await run("export", at("which"));
  expect(which).toMatchObject({ code: 2, output: expect.stringContaining("There are several organizations.") });
  expect(await readdir(folder.path)).toEqual(["kept"]);
});

test("person erase removes a person everywhere, and reports an unknown person", async () => {
  await environment.addPerson(other.id, "bob@example.com", "owner");
  await environment.addPerson(other.id, "eve@example.com", "viewer");
  const unknown = await run("person", "erase", "--email", "unknown@example.com");
  expect(unknown).toMatchObject({
    code: 1,
    output: expect.stringContaining("No person signs in with unknown@example.com"),
  });
  const last = await run("person", "erase", "--email", "bob@example.com");
  expect(last).toMatchObject({ code: 1, output: expect.stringContaining("The last owner cannot be erased") });
  const erased = await run("person", "erase", "--email", "Eve@example.com");
  expect(erased.output).toMatch(/Erased person_\w+, and removed their data from 1 audit log entries/);
  expect(erased.code).toBe(0);
});

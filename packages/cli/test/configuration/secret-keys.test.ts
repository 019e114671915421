import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecrets } from "@counterfoil/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Invocation } from "../../src/command.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";
import { makeSecretKey, openSecrets } from "../../src/platform/secret-keys.ts";

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "counterfoil-"));
});
afterAll(() => rm(dataFolder, { recursive: true }));

const place = { organizationId: "org_a", holder: "stripe", name: "secret_key" };
const given = "a text of the operator's, 32 or more";

function keysOf(environment: Record<string, string>): readonly string[] {
  const invocation: Invocation = { operand: undefined, text: () => undefined, texts: () => [], flag: () => false };
  return readConfiguration(invocation, environment).secretKeys;
}

test("reads the current and the previous key from the environment, and never repeats a key in a fault", () => {
  const older = "the text that was there before it, 32";
  expect(keysOf({ COUNTERFOIL_SECRET: given, COUNTERFOIL_SECRET_OLD: older })).toEqual([given, older]);
  expect(() => keysOf({ COUNTERFOIL_SECRET: "hush" })).toThrow(
    /COUNTERFOIL_SECRET has fewer than 32 characters(?!.*hush)/,
  );
  expect(() => keysOf({ COUNTERFOIL_SECRET_OLD: older })).toThrow("COUNTERFOIL_SECRET is required with");
});

test("without a key, a start generates one for its owner only; a later COUNTERFOIL_SECRET replaces it", async () => {
  const keyPlace = { secretKeys: [], dataFolder };
  const path = join(dataFolder, "secret.key");
  await makeSecretKey({ secretKeys: [given], dataFolder });
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  await Promise.all([makeSecretKey(keyPlace), makeSecretKey(keyPlace)]);
  const made = await readFile(path, "utf8");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await makeSecretKey(keyPlace);
  expect(await readFile(path, "utf8")).toBe(made);

  const sealed = (await openSecrets(keyPlace)).seal("sk_live_1", place);
  const later = await openSecrets({ secretKeys: [given], dataFolder });
  expect(later.open(sealed, place)).toBe("sk_live_1");
  expect(createSecrets([given]).open(later.seal("sk_live_2", place), place)).toBe("sk_live_2");

  await writeFile(path, "");
  await expect(openSecrets(keyPlace)).rejects.toThrow(`${path} no longer contains the key that encrypts secrets`);
});

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecrets, type Secrets, SHORTEST_KEY_TEXT } from "@counterfoil/service";
import { CommandError } from "../command.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { writePrivateOnce } from "../start/private-file.ts";

export type KeyPlace = Pick<Configuration, "secretKeys" | "dataFolder">;

const KEY_BYTES = 32;

/**
 * Opens secrets with the keys from the environment and the key that a start generated in the data folder. The generated
 * key counts as the oldest: a later COUNTERFOIL_SECRET replaces it, and older secrets still decrypt.
 */
export async function openSecrets(place: KeyPlace): Promise<Secrets> {
  return createSecrets(await readSecretKeys(place));
}

/** The keys from which all keys of the installation are derived, newest first; empty if none exists. */
export async function readSecretKeys({ secretKeys, dataFolder }: KeyPlace): Promise<readonly string[]> {
  const made = await readMadeKey(dataFolder);
  return made === undefined ? secretKeys : [...secretKeys, made];
}

/**
 * Generates a key in the data folder, readable only by its owner, if the environment has no key and the folder has
 * none.
 */
export async function makeSecretKey({ secretKeys, dataFolder }: KeyPlace): Promise<void> {
  if (secretKeys.length > 0 || (await readMadeKey(dataFolder)) !== undefined) return;
  await writePrivateOnce(pathIn(dataFolder), `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
}

async function readMadeKey(dataFolder: string): Promise<string | undefined> {
  const path = pathIn(dataFolder);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new CommandError(`The key file ${path} cannot be read: ${error.message}.`, 1, {
      cause: error,
    });
  });
  if (text === undefined) return undefined;
  const key = text.trim();
  if (key.length >= SHORTEST_KEY_TEXT) return key;
  throw new CommandError(`${path} no longer contains the key that encrypts secrets. Restore the original file.`);
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, "secret.key");
}

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
 * The secrets under the keys of the environment, and under the one that a start made in the data folder. That one is the
 * oldest: a COUNTERFOIL_SECRET that is set later takes its place, and what was sealed before still opens.
 */
export async function openSecrets(place: KeyPlace): Promise<Secrets> {
  return createSecrets(await readSecretKeys(place));
}

/** What all secrets of the installation follow from, the newest first; none where nothing was ever made or named. */
export async function readSecretKeys({ secretKeys, dataFolder }: KeyPlace): Promise<readonly string[]> {
  const made = await readMadeKey(dataFolder);
  return made === undefined ? secretKeys : [...secretKeys, made];
}

/** Makes a key in the data folder, readable by its owner only, where the environment names none and none was made before. */
export async function makeSecretKey({ secretKeys, dataFolder }: KeyPlace): Promise<void> {
  if (secretKeys.length > 0 || (await readMadeKey(dataFolder)) !== undefined) return;
  await writePrivateOnce(pathIn(dataFolder), `${randomBytes(KEY_BYTES).toString("base64url")}\n`);
}

async function readMadeKey(dataFolder: string): Promise<string | undefined> {
  const path = pathIn(dataFolder);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new CommandError(`${path}, which holds the key of secrets, cannot be read: ${error.message}.`, 1, {
      cause: error,
    });
  });
  if (text === undefined) return undefined;
  const key = text.trim();
  if (key.length >= SHORTEST_KEY_TEXT) return key;
  throw new CommandError(`${path} does not hold the key of secrets any more. Put back the file that was there.`);
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, "secret.key");
}

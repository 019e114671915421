import { join } from "node:path";
import { readJson, writePrivateJson } from "./private-file.ts";

/**
 * The key of an organization that a start made. The database has its hash only (R-KEY-1), so the key itself is kept here,
 * readable by its owner only, for the next start to show.
 */
export interface KeptKey {
  readonly organizationId: string;
  /** Null from the moment before the organization is made until it is. */
  readonly apiKey: string | null;
  /** Of the owner whom a start made. */
  readonly signIn?: SignIn;
  /** False while the organization is being filled: a start that finds it so was interrupted. */
  readonly isComplete: boolean;
}

/** With which somebody signs in. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** One folder may be used with several databases, each with its own organization. */
export async function readKeptKeys(dataFolder: string): Promise<KeptKey[]> {
  const keys = await readJson(pathIn(dataFolder));
  return Array.isArray(keys) ? (keys as KeptKey[]) : [];
}

/** Adds the key, or replaces the one of the same organization. */
export async function keepKey(dataFolder: string, key: KeptKey): Promise<void> {
  const others = (await readKeptKeys(dataFolder)).filter(({ organizationId }) => organizationId !== key.organizationId);
  await writePrivateJson(pathIn(dataFolder), [...others, key]);
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, "keys.json");
}

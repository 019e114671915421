import { join } from "node:path";
import { readJson, writePrivateJson } from "./private-file.ts";

/**
 * The API key of an organization that a start created. The database stores only its hash (R-KEY-1), so the key is
 * stored here for the next start, readable only by its owner.
 */
export interface KeptKey {
  readonly organizationId: string;
  /** Null until the organization has been created. */
  readonly apiKey: string | null;
  /** The sign-in of the owner that a start created. */
  readonly signIn?: SignIn;
  /** False while the organization is being filled. If the next start finds false, the previous one was interrupted. */
  readonly isComplete: boolean;
}

/** The credentials of a person. */
export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/** Reads the stored keys. A folder may be used with several databases, each with its own organization. */
export async function readKeptKeys(dataFolder: string): Promise<KeptKey[]> {
  const keys = await readJson(pathIn(dataFolder));
  return Array.isArray(keys) ? (keys as KeptKey[]) : [];
}

/** Adds the key, or replaces the key of the same organization. */
export async function keepKey(dataFolder: string, key: KeptKey): Promise<void> {
  const others = (await readKeptKeys(dataFolder)).filter(({ organizationId }) => organizationId !== key.organizationId);
  await writePrivateJson(pathIn(dataFolder), [...others, key]);
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, "keys.json");
}

import { chmod, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../command.ts";
import { readJson, writePrivateJson } from "../start/private-file.ts";

/** A server and a key, under a name. */
export interface Profile {
  readonly url: string;
  readonly apiKey: string;
  readonly organizationId: string | null;
  readonly organizationName: string | null;
  readonly isSandbox: boolean;
}

export interface Profiles {
  /** The profile of commands that name none. */
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const NONE: Profiles = { current: null, profiles: {} };
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** The folder of profiles and positions: `COUNTERFOIL_CONFIG`, else `counterfoil` in the user's folder of settings. */
export function configFolder(environment: Environment): string {
  const { COUNTERFOIL_CONFIG: own = "", XDG_CONFIG_HOME: xdg = "" } = environment;
  if (own !== "") return own;
  return join(xdg === "" ? join(homedir(), ".config") : xdg, "counterfoil");
}

export function profilesPath(environment: Environment): string {
  return join(configFolder(environment), "profiles.json");
}

/** Reads the profiles. Closes a file that others can read, because it contains keys. */
export async function readProfiles(environment: Environment): Promise<Profiles> {
  const path = profilesPath(environment);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return NONE;
  if ((found.mode & OTHERS) !== 0 && process.platform !== "win32") {
    const mode = (found.mode & 0o777).toString(8);
    await chmod(path, 0o600);
    console.error(
      `${path} had file mode ${mode}, so other users could read its keys. It now has 600. Consider new keys.`,
    );
  }
  const content = await readJson(path);
  if (!isProfiles(content)) {
    throw new CommandError(`${path} is damaged: it is not a list of profiles. Delete it, then run "login" again.`);
  }
  return content;
}

export async function keepProfile(environment: Environment, name: string, profile: Profile): Promise<void> {
  const { profiles } = await readProfiles(environment);
  await writePrivateJson(profilesPath(environment), { current: name, profiles: { ...profiles, [name]: profile } });
}

/** Removes a profile. If it was the current one, there is none: another server must be chosen on purpose. */
export async function removeProfile(environment: Environment, name: string): Promise<void> {
  const { current, profiles } = await readProfiles(environment);
  const { [name]: removed, ...rest } = profiles;
  if (removed === undefined) throw unknownProfile(name, profiles);
  const next = current === name ? null : current;
  await writePrivateJson(profilesPath(environment), { current: next, profiles: rest });
}

export async function chooseProfile(environment: Environment, name: string): Promise<void> {
  const { profiles } = await readProfiles(environment);
  if (profiles[name] === undefined) throw unknownProfile(name, profiles);
  await writePrivateJson(profilesPath(environment), { current: name, profiles });
}

export function unknownProfile(name: string, profiles: Profiles["profiles"]): CommandError {
  const known = Object.keys(profiles);
  const remedy = known.length === 0 ? 'Run "login" to create one.' : `Known profiles: ${known.join(", ")}.`;
  return new CommandError(`There is no profile "${name}". ${remedy}`, 2);
}

export function checkProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw new CommandError(`--profile is "${name}"; use at most 64 letters, digits, dots, dashes and underscores.`, 2);
}

function isProfiles(content: unknown): content is Profiles {
  if (typeof content !== "object" || content === null) return false;
  const { current, profiles } = content as { current?: unknown; profiles?: unknown };
  if (current !== null && typeof current !== "string") return false;
  if (typeof profiles !== "object" || profiles === null) return false;
  return Object.values(profiles).every(
    (profile: Partial<Profile> | null) => typeof profile?.url === "string" && typeof profile.apiKey === "string",
  );
}

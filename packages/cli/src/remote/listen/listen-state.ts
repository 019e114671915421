import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { CommandError } from "../../command.ts";
import { readJson, writePrivateJson } from "../../start/private-file.ts";
import { configFolder } from "../profiles.ts";
import { lockFile } from "./lock-file.ts";

/** What `listen` keeps for a profile. */
interface Kept {
  /** The organization and server to which the position belongs. */
  readonly url: string;
  readonly organizationId: string;
  /** Everything up to here was forwarded; null before the first connection. */
  readonly position: string | null;
  /** What forwarded requests are signed with. It stays the same, so that the local server can be set up once. */
  readonly secret: string;
}

/** The state of the one running `listen` of a profile. */
export interface ListenState {
  readonly position: string | null;
  readonly secret: string;
  /** Stores that everything up to the position was forwarded. Earlier positions, as of a repetition, change nothing. */
  advance(position: string): Promise<void>;
  /** Lets another `listen` of the profile start. */
  release(): Promise<void>;
}

const SECRET_BYTES = 32;

/** Opens the state for this process alone. A position of another server or organization is forgotten. */
export async function openListenState(
  environment: Readonly<Record<string, string | undefined>>,
  { profile, url, organizationId }: { profile: string | null; url: string; organizationId: string },
): Promise<ListenState> {
  const name = profile ?? `environment-${organizationId}`;
  const path = join(configFolder(environment), "listen", `${name}.json`);
  const lock = await lockFile(`${path}.lock`);
  if ("holder" in lock) {
    throw new CommandError(
      `Another listen of this profile is running (process ${lock.holder}). They would share one position. ` +
        "Stop it, or log in once more with another --profile.",
    );
  }
  const found = await readJson(path);
  const kept = isKept(found) ? found : undefined;
  const isSame = kept?.url === url && kept.organizationId === organizationId;
  const secret = kept?.secret ?? `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const write = (position: string | null) => writePrivateJson(path, { url, organizationId, position, secret });
  const position = isSame ? kept.position : null;
  await write(position);
  let reached = position;
  return {
    position,
    secret,
    async advance(next) {
      if (reached !== null && BigInt(next) <= BigInt(reached)) return;
      reached = next;
      await write(next);
    },
    release: lock.release,
  };
}

function isKept(found: unknown): found is Kept {
  if (typeof found !== "object" || found === null) return false;
  const { url, organizationId, position, secret } = found as Partial<Record<keyof Kept, unknown>>;
  return (
    typeof url === "string" &&
    typeof organizationId === "string" &&
    typeof secret === "string" &&
    (position === null || (typeof position === "string" && /^\d{1,18}$/.test(position)))
  );
}

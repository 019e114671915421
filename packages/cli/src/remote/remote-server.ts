import { type Client, type Connection, createClient, createConnection } from "@counterfoil/sdk";
import { CommandError, type CommandOption, type Invocation } from "../command.ts";
import { RELEASE } from "../release.ts";
import { type ClockDifference, watchClock } from "./clock-difference.ts";
import { checkProfileName, readProfiles, unknownProfile } from "./profiles.ts";
import { remoteFailure } from "./remote-failure.ts";

/** A server, the key for it, and a client. */
export interface RemoteServer {
  /** The name of the profile; null if the address and the key come from the environment. */
  readonly profile: string | null;
  readonly url: string;
  readonly apiKey: string;
  readonly client: Client;
  /** For requests that the client has no method for. */
  readonly connection: Connection;
  /** How far the clock of this computer differs from the server's, by the responses so far. */
  readonly clock: ClockDifference;
}

/** The option of every command that works through the API. */
export const profileOption: Readonly<Record<string, CommandOption>> = {
  profile: { type: "string", value: "NAME", help: "Use this profile (default: the one of the last login)" },
};

export const WHICH_SERVER = [
  "The server is that of --profile, else of COUNTERFOIL_URL and COUNTERFOIL_API_KEY, else of COUNTERFOIL_PROFILE, else",
  "of the last login.",
].join("\n");

type Environment = Readonly<Record<string, string | undefined>>;

/** Attempts after the first. A person waits, so fewer than a program would make. */
const RETRIES = 1;

/**
 * The server that the invocation chooses: `--profile`, then `COUNTERFOIL_URL` and `COUNTERFOIL_API_KEY`, then
 * `COUNTERFOIL_PROFILE`, then the profile of the last login. Sends nothing.
 */
export async function remoteServer(
  invocation: Pick<Invocation, "text">,
  environment: Environment = process.env,
): Promise<RemoteServer> {
  const named = invocation.text("profile");
  const { COUNTERFOIL_URL: url = "", COUNTERFOIL_API_KEY: apiKey = "", COUNTERFOIL_PROFILE: chosen = "" } = environment;
  if (named === undefined && (url !== "" || apiKey !== "")) {
    if (url === "" || apiKey === "") {
      const missing = url === "" ? "COUNTERFOIL_URL" : "COUNTERFOIL_API_KEY";
      throw new CommandError(`${missing} is not set, but the other of the two is. Set both, or neither.`, 2);
    }
    return openServer({ profile: null, url: readServerUrl(url, "COUNTERFOIL_URL"), apiKey });
  }
  const { current, profiles } = await readProfiles(environment);
  const name = named === undefined ? (chosen === "" ? current : chosen) : checkProfileName(named);
  if (name === null) {
    const known = Object.keys(profiles);
    const remedy = known.length === 0 ? 'Run "login"' : `Choose one with "profiles NAME" (${known.join(", ")})`;
    throw new CommandError(`No server is chosen. ${remedy}, or set COUNTERFOIL_URL and COUNTERFOIL_API_KEY.`, 2);
  }
  const profile = profiles[name];
  if (profile === undefined) throw unknownProfile(name, profiles);
  return openServer({ profile: name, url: profile.url, apiKey: profile.apiKey });
}

/** A client of one server. */
export function openServer({ profile, url, apiKey }: Pick<RemoteServer, "profile" | "url" | "apiKey">): RemoteServer {
  const clock = watchClock();
  const options = {
    baseUrl: url,
    apiKey,
    retries: RETRIES,
    headers: { "User-Agent": `counterfoil-cli/${RELEASE}` },
    fetch: clock.fetch,
  };
  const server = { profile, url, apiKey, clock };
  return { ...server, client: createClient(options), connection: createConnection(options) };
}

/** Runs work on the chosen server. Failures of requests say what happened and what to do. */
export async function onServer<Result>(
  invocation: Pick<Invocation, "text">,
  work: (server: RemoteServer) => Promise<Result>,
): Promise<Result> {
  return withServer(await remoteServer(invocation), work);
}

/** The same with a server that is already open. */
export async function withServer<Result>(
  server: RemoteServer,
  work: (server: RemoteServer) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(server);
  } catch (error) {
    throw remoteFailure(error, server);
  } finally {
    server.clock.warn();
  }
}

/** An address of a server without a trailing slash. */
export function readServerUrl(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRight = url?.protocol === "http:" || url?.protocol === "https:";
  if (!isRight || url === undefined) {
    throw new CommandError(`${from} is "${text}"; expected an address such as https://billing.example.com.`, 2);
  }
  if (url.username !== "" || url.search !== "" || url.hash !== "") {
    throw new CommandError(`${from} must have no user name, query or fragment.`, 2);
  }
  return url.href.replace(/\/+$/, "");
}

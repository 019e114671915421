import { password, text } from "@clack/prompts";
import { CounterfoilError } from "@counterfoil/sdk";
import { CommandError, type Command, type Invocation } from "../../command.ts";
import { outputStyle, printJson, shownKey } from "../print.ts";
import { checkProfileName, keepProfile, type Profile, profilesPath, readProfiles } from "../profiles.ts";
import { openServer, readServerUrl, withServer } from "../remote-server.ts";

const STOPPED = 130;
const DEFAULT_URL = "http://127.0.0.1:8787";
const DEFAULT_PROFILE = "default";

export const login: Command = {
  description: [
    "Asks for the address of a server and an API key, checks both, and stores them as a profile that only you can read.",
    "Other commands then use it. Create keys in the dashboard at /app/api-keys. Scripts pass --url and --api-key, or",
    "--api-key - to read the key from standard input, so that it is not in the list of processes.",
  ].join("\n"),
  example: "login --url https://billing.example.com --profile production",
  options: {
    url: { type: "string", value: "URL", help: "Address of the server" },
    "api-key": { type: "string", value: "KEY", help: "The API key; - reads it from standard input" },
    profile: { type: "string", value: "NAME", help: `Name of the profile (default: ${DEFAULT_PROFILE})` },
    json: { type: "boolean", help: "Print {profile, url, organizationId, organizationName, sandbox}" },
  },
  async run(invocation) {
    const name = checkProfileName(invocation.text("profile") ?? DEFAULT_PROFILE);
    const known = (await readProfiles(process.env)).profiles[name];
    const asked = await askForServer(invocation, known);
    if (asked === null) return STOPPED;
    const profile = await checked(name, asked);
    await keepProfile(process.env, name, profile);
    const { url, organizationId, organizationName, isSandbox } = profile;
    if (invocation.flag("json")) {
      printJson({ profile: name, url, organizationId, organizationName, sandbox: isSandbox }, true);
      return 0;
    }
    const style = outputStyle();
    const organization = organizationName ?? "an organization that this key may not read";
    console.log(`${style.green("✓")} Logged in to ${style.bold(organization)} at ${url}`);
    console.log(`  Profile ${name}, key ${shownKey(profile.apiKey)}, stored in ${profilesPath(process.env)}`);
    if (!isSandbox) console.log("  This is not a sandbox: commands change real data.");
    return 0;
  },
};

interface Asked {
  readonly url: string;
  readonly apiKey: string;
}

/** What the options give, and for the rest what the person enters. Null if they cancel. */
async function askForServer(invocation: Invocation, known: Profile | undefined): Promise<Asked | null> {
  const givenUrl = invocation.text("url");
  const givenKey = invocation.text("api-key");
  const isAsking = process.stdin.isTTY && process.stdout.isTTY;
  if (!isAsking && (givenKey === undefined || (givenUrl === undefined && known === undefined))) {
    throw new CommandError("Without a terminal, login needs --url and --api-key.", 2);
  }
  const url = givenUrl ?? (isAsking && givenKey === undefined ? await askForUrl(known?.url) : known?.url);
  if (typeof url !== "string") return null;
  const address = readServerUrl(url, "--url");
  const apiKey = givenKey === "-" ? await readInput() : (givenKey ?? (await askForKey(address)));
  if (typeof apiKey !== "string") return null;
  return { url: address, apiKey: checkKey(apiKey.trim()) };
}

/** Typing replaces the shown address, and Enter accepts it. */
function askForUrl(known: string = DEFAULT_URL): Promise<string | symbol> {
  return text({
    message: "Address of the server",
    placeholder: known,
    defaultValue: known,
    validate: (value) =>
      URL.canParse(value || known) ? undefined : "Enter an address such as https://billing.example.com",
  });
}

function askForKey(url: string): Promise<string | symbol> {
  return password({
    message: `API key (create one at ${url}/app/api-keys)`,
    validate: (value) => ((value ?? "").trim() === "" ? "Enter the key, which begins with cf_" : undefined),
  });
}

async function readInput(): Promise<string> {
  let input = "";
  for await (const chunk of process.stdin) input += String(chunk);
  return input;
}

function checkKey(apiKey: string): string {
  if (/^cf_(?:live|test)_[\w-]+$/.test(apiKey)) return apiKey;
  throw new CommandError("This is not an API key: keys begin with cf_live_ or cf_test_. Nothing was stored.", 2);
}

/** Asks the server for the organization of the key. A key that may not read it is still a valid key. */
async function checked(name: string, { url, apiKey }: Asked): Promise<Profile> {
  const isSandbox = apiKey.startsWith("cf_test_");
  return withServer(openServer({ profile: name, url, apiKey }), async ({ client }) => {
    try {
      const organization = await client.organization.get();
      return {
        url,
        apiKey,
        organizationId: organization.id,
        organizationName: organization.name,
        isSandbox: organization.sandbox,
      };
    } catch (error) {
      if (!(error instanceof CounterfoilError && error.code === "insufficient_scope")) throw error;
      return { url, apiKey, organizationId: null, organizationName: null, isSandbox };
    }
  });
}

import { type Client, createClient } from "@counterfoil/sdk";
import { CommandError } from "../command.ts";

/** The client of the server at COUNTERFOIL_URL, with the key COUNTERFOIL_API_KEY. */
export function remoteClient(environment: NodeJS.ProcessEnv): Client {
  const { COUNTERFOIL_URL: baseUrl = "", COUNTERFOIL_API_KEY: apiKey = "" } = environment;
  const missing = Object.entries({ COUNTERFOIL_URL: baseUrl, COUNTERFOIL_API_KEY: apiKey }).flatMap(([name, value]) =>
    value.trim() === "" ? [name] : [],
  );
  if (missing.length > 0) {
    throw new CommandError(
      `Set ${missing.join(" and ")}: the address of the server, such as https://billing.example.com, and an API key with the scopes read and write.`,
      2,
    );
  }
  if (!URL.canParse(baseUrl))
    throw new CommandError(`COUNTERFOIL_URL is ${JSON.stringify(baseUrl)}, which is not an address.`, 2);
  return createClient({ baseUrl, apiKey });
}

import { type Api, environment } from "@counterfoil/testkit/scenario";
import { finished, runCommand, type RunningCommand } from "../running-command.ts";

/** An organization of the test server, and the commands with a key of it. */
export interface CatalogOrganization {
  readonly url: string;
  readonly api: Api;
  readonly apiKey: string;
  /** Runs `counterfoil catalog …` to its end. */
  catalog(...words: string[]): ReturnType<typeof finished>;
  /** Starts `counterfoil catalog …` against another address of the same server. */
  startAt(url: string, ...words: string[]): RunningCommand;
  /** How many objects of each section there are, archived ones included. */
  counts(): Promise<Record<string, number>>;
}

const LISTS = ["metrics", "products", "features", "prices", "price-bundles", "plans"];

export async function catalogOrganization(
  name: string,
  scopes: readonly string[] = ["read", "write"],
): Promise<CatalogOrganization> {
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization({ name, defaultCurrency: "EUR" });
  const apiKey = String((await api.post("/api-keys", { name: "Catalog", scopes })).token);
  const variables = (address: string) => ({ COUNTERFOIL_URL: address, COUNTERFOIL_API_KEY: apiKey });
  return {
    url,
    api,
    apiKey,
    catalog: (...words) => finished(["catalog", ...words], variables(url)),
    startAt: (address, ...words) => runCommand(["catalog", ...words], variables(address)),
    async counts() {
      const entries = LISTS.map(async (list) => {
        const listed = await api.get<Record<string, unknown>>(`/${list}?limit=100`);
        return [list, Object.values(listed).find(Array.isArray)?.length ?? 0] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

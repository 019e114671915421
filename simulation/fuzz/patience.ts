import { DatabaseAway, type OrganizationInput } from "@counterfoil/service";
import { createApi, type ApiPatience } from "@counterfoil/testkit/api";
import type { TestOrganization } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "./fuzz-platform.ts";

/**
 * On a machine that has too much to do, connections are not made in time, and requests are answered 503 with `Retry-After`. That is
 * promised, so it is no fault; what is answered so again and again is one.
 */
export const PATIENCE: ApiPatience = { unavailableRetries: 20 };

/** An organization whose client sends again what is answered 503. */
export async function foundPatiently(
  { environment }: FuzzedPlatform,
  settings: OrganizationInput,
): Promise<TestOrganization> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { id, api } = await environment.createOrganization(settings);
      return { id, api: createApi(environment.url, api.token, PATIENCE) };
    } catch (error) {
      if (!(error instanceof DatabaseAway) || attempt > PATIENCE.unavailableRetries) throw error;
    }
  }
}

/** Takes what the workers could not do, without what they take up again in their next round. */
export function takeFailures({ environment }: FuzzedPlatform): string[] {
  return environment.failures
    .splice(0)
    .filter((failure) => !(failure instanceof DatabaseAway))
    .map((failure) => `the worker failed: ${String(failure)}`);
}

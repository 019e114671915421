import { DatabaseAway, type OrganizationInput } from "@counterfoil/service";
import { createApi, type ApiPatience } from "@counterfoil/testkit/api";
import type { TestOrganization } from "@counterfoil/testkit/environment";
import type { FuzzedPlatform } from "./fuzz-platform.ts";

/**
 * On a busy machine connections are slow, and requests get 503 with `Retry-After`. That is documented behavior, so only
 * repeated 503s are a fault.
 */
export const PATIENCE: ApiPatience = { unavailableRetries: 20 };

/** An organization whose client retries after a 503. */
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

/** Resets what workers could not do, except what they retry in their next round. */
export function takeFailures({ environment }: FuzzedPlatform): string[] {
  return environment.failures
    .splice(0)
    .filter((failure) => !(failure instanceof DatabaseAway))
    .map((failure) => `the worker failed: ${String(failure)}`);
}

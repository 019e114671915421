import { authenticateApiKey, createApiKey, DomainError, SCOPES } from "@counterfoil/service";
import type { Demonstration, DemonstrationRequest } from "../demonstration/make-demonstration.ts";
import { asOwner, type OwnerConnection } from "../platform/owner-connection.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import type { KeyPlace } from "../platform/secret-keys.ts";
import type { StepProgress } from "../terminal/steps.ts";
import { makeEmptyOrganization } from "./empty-organization.ts";
import { firstOwner } from "./first-owner.ts";
import { keepKey, type KeptKey, readKeptKeys, type SignIn } from "./kept-keys.ts";
import { clearUnfinished, listOrganizations, lockFirstStart } from "./organizations.ts";

/** The organization that the start command shows, and its API key if we have one or may create one. */
export interface FirstOrganization {
  readonly name: string;
  readonly apiKey: string | null;
  /** The sign-in of the owner, if a start created the owner. */
  readonly signIn: SignIn | null;
  /** False if the database had an organization already. */
  readonly isNew: boolean;
  /** For the user: "40 accounts, 212 invoices". */
  readonly said: string;
}

export interface FirstStart {
  readonly ownerUrl: string;
  readonly configuration: KeyPlace;
  readonly ports: Ports;
  /** Create no demo data. */
  readonly empty: boolean;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
}

/**
 * Finds the organization whose key this folder holds, or creates the first one in an empty database. Removes and
 * recreates an organization that an interrupted start left unfinished. Does not change other organizations.
 */
export function findOrMakeOrganization(start: FirstStart): Promise<FirstOrganization> {
  return asOwner(start.ownerUrl, async (owner) => {
    await lockFirstStart(owner);
    const keys = await readKeptKeys(start.configuration.dataFolder);
    for (const { organizationId, isComplete } of keys) {
      if (!isComplete) await clearUnfinished(owner, organizationId);
    }
    const found = await listOrganizations(owner);
    if (found.length === 0) return makeFirst(start);
    const name = (id: string) => found.find((organization) => organization.id === id)?.name ?? id;
    const kept = await workingKey(start.ports, keys);
    if (kept === undefined) return presentWithoutKey(start, owner);
    const { organizationId, apiKey } = kept;
    const isSandbox = found.some(({ id, sandbox }) => id === organizationId && sandbox);
    return present(name(organizationId), apiKey, await firstOwner(start, organizationId, isSandbox));
  });
}

function present(name: string, apiKey: string | null, signIn: SignIn | null): FirstOrganization {
  return { name, apiKey, signIn, isNew: false, said: `${name}, unchanged` };
}

/** The first stored key that is valid in this database. */
async function workingKey(
  ports: Ports,
  keys: readonly KeptKey[],
): Promise<{ organizationId: string; apiKey: string } | undefined> {
  for (const { apiKey } of keys) {
    if (apiKey === null) continue;
    try {
      const { organizationId } = await authenticateApiKey(ports, apiKey);
      return { organizationId, apiKey };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return undefined;
}

/**
 * A sandbox sends nothing outside, so a new key is created for one. For a live organization the user must create the
 * key.
 */
async function presentWithoutKey(start: FirstStart, owner: OwnerConnection): Promise<FirstOrganization> {
  const {
    ports,
    configuration: { dataFolder },
  } = start;
  const found = await listOrganizations(owner);
  const sandbox = found.find((organization) => organization.sandbox);
  if (sandbox === undefined) return present(found[0]?.name ?? "", null, null);
  const key = await createApiKey(commandContext(ports, sandbox.id, "start"), { name: "Made by start", scopes: SCOPES });
  await keepKey(dataFolder, { organizationId: sandbox.id, apiKey: key.token, isComplete: true });
  return present(sandbox.name, key.token, await firstOwner(start, sandbox.id, true));
}

/** Loaded only when needed, so that every other start is faster. */
async function demonstrate(ownerUrl: string, request: DemonstrationRequest): Promise<Demonstration> {
  const { loadDemonstration } = await import("../demonstration/load-demonstration.ts");
  return loadDemonstration(ownerUrl, request);
}

async function makeFirst(start: FirstStart): Promise<FirstOrganization> {
  const {
    ports,
    configuration: { dataFolder },
    empty,
    progress,
    signal,
  } = start;
  const organizationId = ports.ids.next("org");
  const unfinished: KeptKey = { organizationId, apiKey: null, isComplete: false };
  await keepKey(dataFolder, unfinished);
  const made = empty
    ? await makeEmptyOrganization(commandContext(ports, organizationId, "start"))
    : await demonstrate(start.ownerUrl, { ports, organizationId, progress, signal });
  await keepKey(dataFolder, { organizationId, apiKey: made.apiKey, isComplete: true });
  return { ...made, signIn: await firstOwner(start, organizationId, true), isNew: true };
}

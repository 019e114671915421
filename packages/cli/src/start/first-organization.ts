import { authenticateApiKey, createApiKey, DomainError, SCOPES } from "@counterfoil/service";
import type { DemonstrationRequest } from "../demonstration/make-demonstration.ts";
import { asOwner, type OwnerConnection } from "../platform/owner-connection.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import type { KeyPlace } from "../platform/secret-keys.ts";
import type { StepProgress } from "../terminal/steps.ts";
import { makeEmptyOrganization } from "./empty-organization.ts";
import { firstOwner } from "./first-owner.ts";
import { keepKey, type KeptKey, readKeptKeys, type SignIn } from "./kept-keys.ts";
import { clearUnfinished, listOrganizations, lockFirstStart } from "./organizations.ts";

/** The organization that a start shows, and its key where we have or may make one. */
export interface FirstOrganization {
  readonly name: string;
  readonly apiKey: string | null;
  /** With which its owner signs in, where a start made them. */
  readonly signIn: SignIn | null;
  /** False when the database had one already. */
  readonly isNew: boolean;
  /** For people: "40 accounts, 212 invoices". */
  readonly said: string;
}

export interface FirstStart {
  readonly ownerUrl: string;
  readonly configuration: KeyPlace;
  readonly ports: Ports;
  /** Without the demonstration. */
  readonly empty: boolean;
  readonly progress: StepProgress;
  readonly signal: AbortSignal;
}

/**
 * Finds the organization whose key this folder keeps, or makes the first one of an empty database. One that an interrupted
 * start left half made is removed and made again. An organization of somebody else's is left as it is.
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
  return { name, apiKey, signIn, isNew: false, said: `${name}, as it was left` };
}

/** The first kept key that opens this database. */
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

/** A sandbox can do no harm outside, so a new key is made for one; for a live organization somebody has to want it. */
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

/** Loaded the one time it is needed: every other start is quicker without it. */
async function demonstrate(request: DemonstrationRequest): Promise<{ name: string; apiKey: string; said: string }> {
  const { makeDemonstration } = await import("../demonstration/make-demonstration.ts");
  return makeDemonstration(request);
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
    : await demonstrate({ ports, organizationId, progress, signal });
  await keepKey(dataFolder, { organizationId, apiKey: made.apiKey, isComplete: true });
  return { ...made, signIn: await firstOwner(start, organizationId, true), isNew: true };
}

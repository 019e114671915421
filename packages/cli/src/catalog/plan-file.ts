import { readFile, writeFile } from "node:fs/promises";
import { CommandError } from "../command.ts";
import { isObject, type JsonObject } from "./json.ts";
import { isDrift, type Plan } from "./make-plan.ts";
import { NOT_COMPUTED, summary } from "./plan-words.ts";
import type { Entries } from "./read-catalog.ts";

/** The plan as JSON: for machines, and for `push --plan`. */
export function planJson(plan: Plan): JsonObject {
  const { organization } = plan.server;
  const json = {
    planVersion: 1,
    organization: { id: organization.id, name: organization.name, sandbox: organization.isSandbox },
    drift: isDrift(plan),
    summary: summary(plan),
    changes: plan.changes.map(({ action, section, key, id, name, members, refusal, effect }) => ({
      action,
      section,
      key,
      id,
      name,
      members,
      refusal,
      // Contracts keep their prices, so no push changes what they pay.
      accounts: effect === null ? null : { ...effect, monthlyDifference: "0.00" },
    })),
    keysToStore: plan.keysToStore,
    unmanaged: plan.unmanaged,
    notComputed: NOT_COMPUTED,
    serverFingerprint: plan.serverFingerprint,
    fingerprint: plan.fingerprint,
    catalog: plan.wanted,
  };
  return JSON.parse(JSON.stringify(json)) as JsonObject;
}

export async function writePlanFile(path: string, plan: Plan): Promise<void> {
  await writeFile(path, `${JSON.stringify(planJson(plan), null, 2)}\n`);
}

/** What push needs of a plan file. */
export interface SavedPlan {
  readonly wanted: Entries;
  readonly serverFingerprint: string;
  readonly fingerprint: string;
}

export async function readPlanFile(path: string): Promise<SavedPlan> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CommandError(
      `The plan ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      2,
      { cause },
    );
  });
  const plan = parsed(text);
  const { planVersion, catalog, serverFingerprint, fingerprint } = isObject(plan) ? plan : {};
  if (
    planVersion !== 1 ||
    !isObject(catalog) ||
    typeof serverFingerprint !== "string" ||
    typeof fingerprint !== "string"
  ) {
    throw new CommandError(`${path} is not a plan of this version. Make one with: catalog plan --out ${path}`, 2);
  }
  return { wanted: catalog as unknown as Entries, serverFingerprint, fingerprint };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

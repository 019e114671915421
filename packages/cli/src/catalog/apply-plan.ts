import { isDeepStrictEqual } from "node:util";
import { type Client, CounterfoilError } from "@counterfoil/sdk";
import { entryName } from "./check-references.ts";
import { objectIn } from "./json.ts";
import type { Plan, PlannedChange } from "./make-plan.ts";
import { ObjectIds } from "./object-ids.ts";
import { findMade } from "./find-made.ts";
import { storeKeys } from "./store-keys.ts";
import { bodyOf, callsOf } from "./write-objects.ts";

/** An object that somebody changed while the changes were being made. */
export class ServerChanged extends Error {
  override readonly name = "ServerChanged";
}

/** What was done for one change. */
export interface Done {
  readonly change: PlannedChange;
  readonly id: string;
  /** The new price, if the change replaced a sold one. */
  readonly replacedId: string | null;
}

/**
 * Makes the changes of a plan, one by one. The server stores the key of a new object together with it, so that two pushes
 * at once create nothing twice, and the next plan finds what an interrupted push created.
 */
export async function applyPlan(client: Client, plan: Plan, tell: (done: Done) => void): Promise<void> {
  await storeKeys(client, plan.keysToStore);
  const ids = new ObjectIds(plan);
  for (const change of plan.changes) {
    const id = await apply(client, plan, change, ids);
    ids.set(change.section, change.key, id);
    tell({ change, id, replacedId: change.id !== null && id !== change.id ? change.id : null });
  }
}

/** Makes one change. What another push made meanwhile counts as made if it is the same. Returns the object's ID. */
async function apply(client: Client, plan: Plan, change: PlannedChange, ids: ObjectIds): Promise<string> {
  try {
    return await send(client, plan, change, ids);
  } catch (error) {
    const isRefused = error instanceof CounterfoilError && REFUSED.includes(error.status);
    if (!isRefused && !(error instanceof ServerChanged)) throw error;
    const made = await findMade(client, plan, change, ids);
    if (made?.isAsWanted === true) return made.id;
    if (made === null || !wasOvertaken(error)) throw error;
    throw new ServerChanged(
      `Someone else made or changed the ${entryName(change.section)} ${change.key} (${made.id}) since the plan was made, and it differs from the file.`,
      { cause: error },
    );
  }
}

/** Besides conflicts: a bundle is refused if the other push has already archived one of its prices. */
const REFUSED = [409, 412, 422];
const PRECONDITION_FAILED = 412;

/** Whether an object has the key already, or has changed since it was read. */
function wasOvertaken(error: CounterfoilError | ServerChanged): boolean {
  if (error instanceof ServerChanged || error.status === PRECONDITION_FAILED) return true;
  return error.errors.some(
    ({ code, pointer }) => code === "taken" && (pointer === "/Catalog-Key" || pointer === "/key"),
  );
}

async function send(client: Client, plan: Plan, change: PlannedChange, ids: ObjectIds): Promise<string> {
  const { action, section, key } = change;
  const calls = callsOf(client, section);
  const id = ids.find(section, key) ?? change.id;
  if (action === "create") {
    const body = bodyOf(section, objectIn(plan.wanted[section][key]), ids.resolve);
    return (await calls.create(body, key)).id;
  }
  if (id === null) throw new Error(`the ${entryName(section)} ${key} has no ID`);
  if (action === "update") {
    const ifMatch = await etagOf(client, plan, change, ids);
    const body = bodyOf(section, objectIn(plan.wanted[section][key]), ids.resolve);
    const made = await calls.update(id, body, ifMatch === null ? {} : { ifMatch });
    if (made.id !== id) ids.noteReplaced();
    return made.id;
  }
  await calls.setArchived?.(id, action === "archive");
  return id;
}

/**
 * The ETag of an object, if it is still as the plan saw it. Null where the changes themselves may have changed it: bundles
 * and plans get the new price of a replaced one.
 */
async function etagOf(client: Client, plan: Plan, change: PlannedChange, ids: ObjectIds): Promise<string | null> {
  const { section, key } = change;
  const seen = plan.named[section].get(key)?.object;
  const id = seen?.id ?? "";
  const isOffer = section === "bundles" || section === "plans";
  const wasRestored = plan.changes.some(
    (one) => one.action === "unarchive" && one.section === section && one.key === key,
  );
  if ((isOffer && ids.hasReplaced) || wasRestored || seen === undefined) return null;
  const { result, etag } = await callsOf(client, section).get(id);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(result)), JSON.parse(JSON.stringify(seen.wire)))) {
    throw new ServerChanged(`The ${entryName(section)} ${key} (${id}) was changed since the plan was made.`);
  }
  return etag;
}

import { type Client, CounterfoilError } from "@counterfoil/sdk";
import { type JsonObject, objectIn, textIn } from "./json.ts";
import type { Plan } from "./make-plan.ts";
import { entryOfObject } from "./name-objects.ts";
import type { ObjectIds } from "./object-ids.ts";
import type { Section } from "./shape.ts";
import { textOf } from "./shorten-entry.ts";
import { OBJECT_TYPES } from "./store-keys.ts";
import { callsOf } from "./write-objects.ts";

/** What has the key of an entry now. */
interface Made {
  readonly id: string;
  /** Whether it is what the file wants. Whether it is archived is a change of its own, and not compared. */
  readonly isAsWanted: boolean;
}

/** Reads the object that another push made or changed for the same entry. Null if there is none. */
export async function findMade(
  client: Client,
  plan: Plan,
  { section, key, id }: { readonly section: Section; readonly key: string; readonly id: string | null },
  ids: ObjectIds,
): Promise<Made | null> {
  const holder = section === "features" ? key : ((await holderOf(client, section, key)) ?? id);
  const result = holder === null ? null : await read(client, section, holder);
  if (result === null) return null;
  const wire = result as JsonObject;
  const wanted = objectIn(plan.wanted[section][key]);
  const object = { section, wire, isArchived: wanted["archived"] === true };
  const context = { entries: plan.wanted, timeZone: plan.server.organization.timeZone };
  const isAsWanted = textOf(section, entryOfObject(object, ids.nameInFile, context)) === textOf(section, wanted);
  return { id: textIn(wire["id"]), isAsWanted };
}

async function read(client: Client, section: Section, id: string): Promise<object | null> {
  try {
    return (await callsOf(client, section).get(id)).result;
  } catch (error) {
    if (error instanceof CounterfoilError && error.code === "not_found") return null;
    throw error;
  }
}

/** The ID of the object that has the key, which moves to the new price when a price is replaced. */
async function holderOf(
  client: Client,
  section: Exclude<Section, "features">,
  key: string,
): Promise<string | undefined> {
  const filters = [
    { field: "objectType", operator: "eq", value: OBJECT_TYPES[section] },
    { field: "key", operator: "eq", value: key },
  ] as const;
  const { items } = await client.catalogKeys.list({ filters });
  return items[0]?.objectId;
}

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Client } from "@counterfoil/sdk";
import { entryName } from "./check-references.ts";
import type { Resolve } from "./convert.ts";
import { objectIn } from "./json.ts";
import type { Plan, PlannedChange } from "./make-plan.ts";
import { type ServerCatalog, taxRateId } from "./server-catalog.ts";
import { SECTIONS, type Section } from "./shape.ts";
import { storeKeys, type StoredKey } from "./store-keys.ts";
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
 * Makes the changes of a plan, one by one. Keys of new objects are stored after each section; if it stops before, the next
 * plan recognizes these objects by their content.
 */
export async function applyPlan(client: Client, plan: Plan, tell: (done: Done) => void): Promise<void> {
  await storeKeys(client, plan.keysToStore);
  const ids = new Ids(plan);
  let unstored: StoredKey[] = [];
  let section: Section | null = null;
  const finishSection = async () => {
    await storeKeys(client, unstored);
    unstored = [];
  };
  for (const change of plan.changes) {
    if (section !== change.section) await finishSection();
    section = change.section;
    const id = await apply(client, plan, change, ids);
    ids.set(change.section, change.key, id);
    if (change.action === "create" && section !== "features") unstored.push({ section, key: change.key, id });
    tell({ change, id, replacedId: change.id !== null && id !== change.id ? change.id : null });
  }
  await finishSection();
}

async function apply(client: Client, plan: Plan, change: PlannedChange, ids: Ids): Promise<string> {
  const { action, section, key } = change;
  const calls = callsOf(client, section);
  const id = ids.find(section, key) ?? change.id;
  if (action === "create") {
    const body = bodyOf(section, objectIn(plan.wanted[section][key]), ids.resolve);
    // Sent again within a day, for example by a repeated request, it creates nothing.
    const idempotencyKey = `catalog-${hash([plan.fingerprint, section, key])}`;
    return (await calls.create(body, key, { idempotencyKey })).id;
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
async function etagOf(client: Client, plan: Plan, change: PlannedChange, ids: Ids): Promise<string | null> {
  const { section, key } = change;
  const seen = plan.named[section].get(key)?.object;
  const id = seen?.id ?? "";
  const isOffer = section === "bundles" || section === "plans";
  const wasRestored = plan.changes.some(
    (one) => one.action === "unarchive" && one.section === section && one.key === key,
  );
  if ((isOffer && ids.hasReplaced) || wasRestored || seen === undefined) return null;
  const { result, etag } = await callsOf(client, section).get(id);
  const now = section === "bundles" ? asListed(result) : result;
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(now)), JSON.parse(JSON.stringify(seen.wire)))) {
    throw new ServerChanged(`The ${entryName(section)} ${key} (${id}) was changed since the plan was made.`);
  }
  return etag;
}

function asListed(bundle: object): object {
  const { prices, ...rest } = bundle as { prices: readonly { id: string }[] };
  return { ...rest, priceIds: prices.map(({ id }) => id) };
}

/** The current ID of each key. */
class Ids {
  readonly #ids = new Map<string, string>();
  readonly #server: ServerCatalog;
  hasReplaced = false;

  constructor({ named, server }: Plan) {
    this.#server = server;
    for (const section of SECTIONS) {
      for (const [key, { object }] of named[section]) this.set(section, key, object.id);
    }
  }

  set(section: Section, key: string, id: string): void {
    this.#ids.set(`${section} ${key}`, id);
  }

  find(section: Section, key: string): string | null {
    return this.#ids.get(`${section} ${key}`) ?? null;
  }

  noteReplaced(): void {
    this.hasReplaced = true;
  }

  readonly resolve: Resolve = (to, named) => {
    if (to === "features") return named;
    if (to === "taxRates") return taxRateId(this.#server, named) ?? named;
    const id = this.find(to, named);
    if (id === null) throw new Error(`the ${entryName(to)} ${named} was not created`);
    return id;
  };
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

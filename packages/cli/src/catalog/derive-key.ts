import { entryName } from "./check-references.ts";
import { type Json, listIn, objectIn, textIn } from "./json.ts";
import type { ServerCatalog, ServerObject } from "./server-catalog.ts";

const LONGEST = 80;

/** A readable key for an object that has none: from its name, or for a price from what contains it. */
export function deriveKey(server: ServerCatalog, object: ServerObject, isTaken: (key: string) => boolean): string {
  const base =
    object.section === "prices" ? priceBase(server, object) : slug(object.wire["name"], entryName(object.section));
  let key = base;
  for (let number = 2; isTaken(key); number += 1) key = `${base}-${number}`;
  return key;
}

/** `starter-eur-platform` in one plan or bundle; else `platform-eur-monthly`. */
function priceBase({ objects }: ServerCatalog, { id, wire }: ServerObject): string {
  const product = objects.products.find((one) => one.id === wire["productId"]);
  const named = slug(product?.wire["name"], "price");
  const bundles = objects.bundles.filter((bundle) => listIn(bundle.wire["priceIds"]).includes(id));
  const plans = objects.plans.filter((plan) =>
    listIn(plan.wire["priceGroups"]).some((group) => listIn(objectIn(group)["priceIds"]).includes(id)),
  );
  const [only] = bundles.length === 1 ? bundles : bundles.length === 0 && plans.length === 1 ? plans : [];
  if (only !== undefined) return `${slug(only.wire["name"], "plan")}-${named}`;
  return [named, slug(wire["currency"], "price"), slug(wire["billingInterval"] ?? "once", "once")].join("-");
}

/** `Scale (EUR)` → `scale-eur`. Letters without accents; `otherwise` if nothing is left. */
function slug(name: Json | undefined, otherwise: string): string {
  const letters = textIn(name)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  const trimmed = letters.slice(0, LONGEST).replaceAll(/^-+|-+$/g, "");
  return trimmed === "" ? otherwise : trimmed;
}

import { capitalized, singularOf } from "@counterfoil/http";

/** Paths whose resource has another name in the client. */
const RESOURCES: Readonly<Record<string, string>> = { "public/invoices": "hosted-invoices", "public/portal": "portal" };

/** `price-bundles` → `priceBundles`. A path's first segment names the resource; in public paths, the second. */
export function resourceName(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  const [first = "", second = ""] = segments;
  const named = RESOURCES[`${first}/${second}`] ?? first;
  return camelCase(named.replace(/\.\w+$/, ""));
}

/**
 * The operation's name without the name of the resource, which is already before the dot: `explainInvoiceLine` of
 * `invoices` → `explainLine`, `listCreditNotesOfInvoice` → `listCreditNotes`, `listInvoices` → `list`.
 */
export function methodName(operationId: string, resource: string): string {
  const plural = capitalized(resource);
  const singular = capitalized(singularOf(resource));
  for (const words of [`Of${singular}`, plural, singular]) {
    const found = new RegExp(`${words}(?![a-z])`).exec(operationId);
    if (found === null) continue;
    return operationId.slice(0, found.index) + operationId.slice(found.index + words.length);
  }
  return operationId;
}

function camelCase(words: string): string {
  return words.replace(/[-_. ]+(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

import type { DescribedDocument, DescribedParameter } from "./described.ts";
import { capitalized, pascalCase, singularOf } from "./words.ts";

const PARAMETERS = "#/components/parameters/";

/** Moves parameters that several operations share into components: headers, pages, and the IDs in paths. */
export function shareParameters({ paths, components }: DescribedDocument): void {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  const all = operations.flatMap(({ path, operation: { parameters = [] } }) =>
    parameters.map((parameter) => ({ path, parameter, key: JSON.stringify(parameter) })),
  );
  const repeated = [...Map.groupBy(all, ({ key }) => key)].filter(([, same]) => same.length > 1);
  // If several share a name, the one that most operations use gets it.
  const shared = new Map<string, string>();
  const named = new Map<string, DescribedParameter>();
  for (const [key, [first]] of repeated.toSorted(([, a], [, b]) => b.length - a.length)) {
    if (first === undefined) continue;
    const name = [parameterName(first.parameter, first.path), ownedName(first.parameter, first.path)].find(
      (one) => !named.has(one),
    );
    if (name === undefined) continue;
    shared.set(key, name);
    named.set(name, first.parameter);
  }
  for (const { operation } of operations) {
    operation.parameters = (operation.parameters ?? []).map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : reference(PARAMETERS + name);
    });
  }
  components["parameters"] = Object.fromEntries([...named].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function reference($ref: string): DescribedParameter {
  return { $ref } as unknown as DescribedParameter;
}

/** `Idempotency-Key` → `IdempotencyKeyHeader`, `page` → `PageQuery`; the `id` in `/invoices/{id}` → `InvoiceIdPath`. */
function parameterName({ name, in: place }: DescribedParameter, path: string): string {
  const owner = name === "id" ? ownerOf(path) : "";
  return owner + pascalCase(name) + capitalized(place);
}

/** The same, qualified by the path. */
function ownedName({ name, in: place }: DescribedParameter, path: string): string {
  return `${pascalCase(path.replaceAll(/\{\w+\}/g, ""))}${pascalCase(name)}${capitalized(place)}`;
}

/** The resource of the path's first ID. */
function ownerOf(path: string): string {
  const [before = ""] = path.split("/{");
  return pascalCase(singularOf(before.split("/").at(-1) ?? ""));
}

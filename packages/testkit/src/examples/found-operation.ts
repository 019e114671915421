/** The part of an OpenAPI document with which examples are compared. */
export interface ExampledDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ExampledOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: ExampledOperation }>>;
  readonly components: object;
}

export interface ExampledOperation {
  readonly operationId: string;
  /** The operation of which this is a second path. */
  readonly "x-same-as"?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

export interface FoundOperation {
  readonly operation: ExampledOperation;
  /** `/accounts/{id}` */
  readonly template: string;
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the operation of a request. If several paths match, the one with the fewest parameters wins. */
export function operationFinder({
  paths,
}: ExampledDocument): (method: string, target: string) => FoundOperation | null {
  const templates = Object.entries(paths)
    .map(([template, methods]) => ({
      template,
      methods,
      names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
      pattern: new RegExp(`^${template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "([^/]+)")}/?$`),
    }))
    .toSorted((a, b) => a.names.length - b.names.length);
  return (method, target) => {
    const [pathname = ""] = target.split("?");
    for (const { template, methods, names, pattern } of templates) {
      const operation = methods[method.toLowerCase()];
      const values = operation === undefined ? null : pattern.exec(pathname);
      if (operation === undefined || values === null) continue;
      const path = Object.fromEntries(names.map((name, k) => [name, decodeURIComponent(values[k + 1] ?? "")]));
      return { operation, template, path };
    }
    return null;
  };
}

/** The success status of an operation. */
export function successStatus({ responses }: ExampledOperation): string {
  return Object.keys(responses).find((status) => status.startsWith("2")) ?? "200";
}

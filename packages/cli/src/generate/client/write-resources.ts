import type { OperationTypes } from "./operation-types.ts";
import type { Operation } from "./read-operations.ts";
import { comment } from "./write-types.ts";

/** The class of a resource, with a method for each of its operations. */
export function writeResource(
  className: string,
  operations: readonly Operation[],
  types: ReadonlyMap<Operation, OperationTypes>,
): string {
  const methods = operations.map((operation) => {
    const own = types.get(operation);
    if (own === undefined) throw new Error(`${operation.operationId} has no types`);
    return writeMethod(operation, own, streamedItem(operations, types));
  });
  return `export class ${className} extends Resource {\n${methods.join("\n")}}\n`;
}

/** A stream of a resource delivers the items of its list. */
function streamedItem(operations: readonly Operation[], types: ReadonlyMap<Operation, OperationTypes>): string {
  const list = operations.find(({ name }) => name === "list");
  return (list && types.get(list)?.item) ?? "unknown";
}

function writeMethod(operation: Operation, types: OperationTypes, streamed: string): string {
  const { name, pathParameters, documentation, answer } = operation;
  const before = [
    ...pathParameters.map((parameter) => `${parameter}: string`),
    ...(types.body === null ? [] : [`body${types.isBodyRequired ? "" : "?"}: ${types.body}`]),
  ];
  const query = types.query === null ? [] : [`query${types.isQueryRequired ? "" : "?"}: ${types.query}`];
  const options = `options?: ${answer.kind === "stream" ? "StreamOptions" : "RequestOptions"}`;
  const [result, call] = writeCall(operation, types, streamed);
  const declared = (own: readonly string[]) => `  ${name}(${[...before, ...own, options].join(", ")})`;
  const overloads = overloadsOf(types).map((one) => `${declared([one.query])}: Reply<${one.result}>;\n`);
  return `${comment(documentation, "  ")}${overloads.join("")}${declared(query)}: ${result} {\n    return ${call};\n  }\n`;
}

/**
 * For an operation whose response has several shapes: one overload for each query that selects a shape, one for the
 * other queries, and one for any.
 */
function overloadsOf({ variants, query, result }: OperationTypes): { query: string; result: string }[] {
  if (variants.length === 0 || query === null) return [];
  const asked = variants.map(({ parameter, value, result: own }) => {
    return { query: `query: ${query} & { readonly ${parameter}: ${JSON.stringify(value)} }`, result: own };
  });
  const others = variants.map(({ parameter, value }) => {
    return `{ readonly ${parameter}?: Exclude<${query}["${parameter}"], ${JSON.stringify(value)}> }`;
  });
  const usual = result.split(" | ").filter((one) => variants.every((variant) => variant.result !== one));
  const left = { query: `query?: ${[query, ...others].join(" & ")}`, result: usual.join(" | ") };
  return [...asked, left, { query: `query?: ${query}`, result }];
}

/** The return type of a method, and its call. */
function writeCall(operation: Operation, types: OperationTypes, streamed: string): readonly [string, string] {
  const { method, path, pathParameters, answer } = operation;
  const address = pathParameters.length === 0 ? JSON.stringify(path) : `path\`${path.replaceAll("{", "${")}\``;
  const sent = [...(types.body === null ? [] : ["body"]), ...(types.query === null ? [] : ["query"])];
  const call = (members: readonly string[]) =>
    `"${method}", ${address}, {${members.length === 0 ? "" : ` ${members.join(", ")} `}}, options`;
  switch (answer.kind) {
    case "json":
      return [`Reply<${types.result}>`, `this.json(${call(sent)})`];
    case "nothing":
      return ["Reply<void>", `this.nothing(${call(sent)})`];
    case "download":
      return ["Download", `this.download(${call([...sent, `accept: ${JSON.stringify(answer.mediaType)}`])})`];
    case "pages":
      return [
        `Pages<${types.result}, ${types.item}>`,
        `this.pages(${address}, (page) => page.${answer.member}, query, options)`,
      ];
    case "stream":
      return [`EventStream<${streamed}>`, `this.stream(${address}, ${types.query === null ? "{}" : "query"}, options)`];
  }
}

import type { OperationTypes } from "./operation-types.ts";
import type { Operation } from "./read-operations.ts";
import { comment } from "./write-types.ts";

/** The class of a resource: a method for each of its operations. */
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

/** What a stream of a resource brings is what its list shows. */
function streamedItem(operations: readonly Operation[], types: ReadonlyMap<Operation, OperationTypes>): string {
  const list = operations.find(({ name }) => name === "list");
  return (list && types.get(list)?.item) ?? "unknown";
}

function writeMethod(operation: Operation, types: OperationTypes, streamed: string): string {
  const { name, pathParameters, documentation, answer } = operation;
  const parameters = [
    ...pathParameters.map((parameter) => `${parameter}: string`),
    ...(types.body === null ? [] : [`body${types.isBodyRequired ? "" : "?"}: ${types.body}`]),
    ...(types.query === null ? [] : [`query${types.isQueryRequired ? "" : "?"}: ${types.query}`]),
    `options?: ${answer.kind === "stream" ? "StreamOptions" : "RequestOptions"}`,
  ];
  const [result, call] = writeCall(operation, types, streamed);
  return `${comment(documentation, "  ")}  ${name}(${parameters.join(", ")}): ${result} {\n    return ${call};\n  }\n`;
}

/** What a method answers, and how. */
function writeCall(operation: Operation, types: OperationTypes, streamed: string): readonly [string, string] {
  const { method, path, pathParameters, answer } = operation;
  const address = pathParameters.length === 0 ? JSON.stringify(path) : `path\`${path.replaceAll("{", "${")}\``;
  const sent = [...(types.body === null ? [] : ["body"]), ...(types.query === null ? [] : ["query"])];
  const all = `"${method}", ${address}, {${sent.length === 0 ? "" : ` ${sent.join(", ")} `}}`;
  switch (answer.kind) {
    case "json":
      return [`Reply<${types.result}>`, `this.json(${all}, options)`];
    case "nothing":
      return ["Reply<void>", `this.nothing(${all}, options)`];
    case "download":
      return ["Download", `this.download(${all}, ${JSON.stringify(answer.mediaType)}, options)`];
    case "pages":
      return [
        `Pages<${types.result}, ${types.item}>`,
        `this.pages(${address}, (page) => page.${answer.member}, query, options)`,
      ];
    case "stream":
      return [`EventStream<${streamed}>`, `this.stream(${address}, ${types.query === null ? "{}" : "query"}, options)`];
  }
}

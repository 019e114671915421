import type { DescribedContent, DescribedDocument, DescribedOperation, DescribedParameter } from "./described.ts";
import type { ExampleContent, Examples, OperationExample } from "./examples.ts";

/** Adds recorded examples to the parameters, bodies and responses of operations and webhooks. */
export function addExamples(document: DescribedDocument, { operations, webhooks }: Examples): void {
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods)) {
      const example = operations[operation.operationId];
      if (example !== undefined) addToOperation(operation, example);
    }
  }
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const body = webhooks[type];
    if (body !== undefined) show(post.requestBody?.content, { mediaType: "application/json", body });
  }
}

function addToOperation(
  operation: DescribedOperation,
  { path = {}, query = {}, request, response }: OperationExample,
): void {
  operation.parameters = (operation.parameters ?? []).map((parameter) => withExample(parameter, { path, query }));
  show(operation.requestBody?.content, request);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"));
  show(success?.[1].content, response);
}

function withExample(
  parameter: DescribedParameter,
  shown: Readonly<Record<"path" | "query", Readonly<Record<string, string>>>>,
): DescribedParameter {
  if (parameter.in !== "path" && parameter.in !== "query") return parameter;
  const text = shown[parameter.in][parameter.name];
  if (text === undefined) return parameter;
  const { type } = parameter.schema as { readonly type?: string };
  const isNumber = type === "integer" || type === "number";
  const isFlag = type === "boolean";
  return { ...parameter, example: isNumber ? Number(text) : isFlag ? text === "true" : text };
}

function show(
  content: Readonly<Record<string, DescribedContent>> | undefined,
  shown: ExampleContent | undefined,
): void {
  if (content === undefined || shown === undefined) return;
  const described = content[shown.mediaType] ?? content["image/*"];
  if (described !== undefined) described.example = shown.body;
}

import type { OperationExample } from "@counterfoil/http";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { inlined } from "../contract/inlined.ts";
import { type ExampledDocument, type ExampledOperation, successStatus } from "./found-operation.ts";

/** Checks examples against the schemas of a document. Faults are sentences. */
export interface ExampleChecker {
  readonly operationIds: readonly string[];
  readonly webhookTypes: readonly string[];
  faultsOfOperation(operationId: string, example: OperationExample | undefined): string[];
  faultsOfWebhook(type: string, body: object | undefined): string[];
}

const INSTANT_OR_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const MOMENT = new RegExp(`^(now|period_end|contract_end)$|${INSTANT_OR_DATE.source}`);
const FORMATS: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  decimal: /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/,
  amount: /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/,
  "uri-reference": /^\S+$/,
  "instant-or-date": INSTANT_OR_DATE,
  "change-moment": MOMENT,
  "cancel-moment": MOMENT,
  "resume-moment": MOMENT,
  binary: /^/,
};

export function exampleChecker(described: ExampledDocument): ExampleChecker {
  const document = inlined(described);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  for (const [format, pattern] of Object.entries(FORMATS)) ajv.addFormat(format, pattern);
  ajv.addSchema({ components: document.components }, "document");
  const operations = new Map(
    Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      // A second path of an operation shows the example of the first.
      .filter((operation) => operation["x-same-as"] === undefined)
      .map((operation) => [operation.operationId, operation]),
  );
  const checks = new Map<object, ValidateFunction>();

  function faults(schema: object, value: unknown, at: string): string[] {
    const check = checks.get(schema) ?? ajv.compile(absolute(schema) as object);
    checks.set(schema, check);
    return check(value) ? [] : (check.errors ?? []).map((error) => told(at, error));
  }

  function faultsOfContent(
    content: NonNullable<ExampledOperation["requestBody"]>["content"] | undefined,
    shown: OperationExample["response"],
    at: string,
  ): string[] {
    if (content === undefined) return shown === undefined ? [] : [`${at}: the document has none`];
    if (shown === undefined) return [`${at}: there is no example`];
    const [schema] = Object.entries(content)
      .filter(([type]) => type === shown.mediaType || type === "image/*")
      .map(([, one]) => one.schema);
    return schema === undefined ? [`${at}: ${shown.mediaType} is not in the document`] : faults(schema, shown.body, at);
  }

  return {
    operationIds: [...operations.keys()],
    webhookTypes: Object.keys(document.webhooks),
    faultsOfOperation(operationId, example) {
      const operation = operations.get(operationId);
      if (operation === undefined) return [`${operationId}: the document has no such operation`];
      if (example === undefined) return [`${operationId}: there is no example`];
      const { requestBody, responses } = operation;
      const parameters = (operation.parameters ?? []).filter(({ in: place }) => place === "path");
      return [
        ...faultsOfContent(requestBody?.content, example.request, `${operationId} request`),
        ...faultsOfContent(responses[successStatus(operation)]?.content, example.response, `${operationId} response`),
        ...parameters.flatMap(({ name, schema }) => faults(schema, example.path?.[name], `${operationId} ${name}`)),
      ];
    },
    faultsOfWebhook(type, body) {
      const content = document.webhooks[type]?.post.requestBody?.content;
      return faultsOfContent(content, body && { mediaType: "application/json", body }, `webhook ${type}`);
    },
  };
}

function absolute(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === "$ref" && typeof value === "string" ? value.replace(/^#/, "document#") : value,
  ) as unknown;
}

function told(at: string, { instancePath, message = "", params }: ErrorObject): string {
  return `${at}${instancePath} ${message} ${JSON.stringify(params)}`;
}

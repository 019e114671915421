import type { Operation } from "./open-api.ts";

/** The request that the examples of an operation send, with the values that a test recorded. */
export interface RequestExample {
  readonly operation: Operation;
  /** The values of the path, in its order. */
  readonly pathValues: readonly string[];
  /** The query parameters without which the server refuses the request. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: RequestBody | null;
  readonly answer: AnswerForm;
}

export type RequestBody =
  | { readonly kind: "json"; readonly value: unknown }
  /** A file, such as a picture. */
  | { readonly kind: "file"; readonly mediaType: string; readonly file: string };

export type AnswerForm =
  | { readonly kind: "json" }
  | { readonly kind: "nothing" }
  | { readonly kind: "stream" }
  /** A document, and a name to save it under. */
  | { readonly kind: "file"; readonly file: string };

const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/xml": "xml",
  "text/csv": "csv",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "application/x-ndjson": "ndjson",
};

export function requestExample(operation: Operation): RequestExample {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const valueOf = (name: string | undefined, place: "path" | "query") => {
    const parameter = operation.parameters.find((one) => one.name === name && one.in === place);
    if (parameter?.example === undefined) throw new Error(`${operation.operationId} has no example of ${name}.`);
    return parameter.example as string | number | boolean;
  };
  const required = operation.parameters.filter((one) => one.in === "query" && one.required === true);
  return {
    operation,
    pathValues: names.map((name) => String(valueOf(name, "path"))),
    query: Object.fromEntries(required.map(({ name }) => [name, valueOf(name, "query")])),
    body: bodyOf(operation),
    answer: answerOf(operation),
  };
}

/** The path with its values and its query, as it is sent. */
export function targetOf({ operation, pathValues, query }: RequestExample): string {
  let next = 0;
  const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(pathValues[next++] ?? ""));
  const words = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return words.length === 0 ? path : `${path}?${words.join("&")}`;
}

function bodyOf({ body, operationId }: Operation): RequestBody | null {
  if (body === null) return null;
  const json = body.content["application/json"];
  if (json !== undefined) return { kind: "json", value: json.example ?? {} };
  const [mediaType = ""] = Object.keys(body.content);
  const extension = EXTENSIONS[mediaType];
  if (extension === undefined) throw new Error(`${operationId} takes ${mediaType}, which has no example.`);
  return { kind: "file", mediaType, file: `logo.${extension}` };
}

function answerOf({ responses, path }: Operation): AnswerForm {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [mediaType] = Object.keys(success?.content ?? {});
  if (mediaType === undefined) return { kind: "nothing" };
  if (mediaType === "application/json") return { kind: "json" };
  if (mediaType === "text/event-stream") return { kind: "stream" };
  // `/invoices/{id}/pdf` → `invoice.pdf`
  const name = (path.split("/")[1] ?? "file").replace(/s$/, "").replace(/\.\w+$/, "");
  return { kind: "file", file: `${name}.${EXTENSIONS[mediaType.split(";")[0] ?? ""] ?? "bin"}` };
}

import type { Exchange } from "./exchange.ts";

/** The part of a document that says how operations answer. */
export interface AnsweringDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, ListedAnswer>>;
    readonly headers: Readonly<Record<string, object>>;
  };
}

interface ListedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly "x-error-codes"?: readonly string[];
}

/** In every answer; of the others, those that depend on nothing but the status. */
const ALWAYS_PRESENT = ["X-Request-Id", "Counterfoil-Version", "ETag", "Location"];
/** Tells of a request that was not read to its end, whatever operation it was for. */
const BEFORE_ANY = [408, 431];

/**
 * What an answer has that the document does not list for its operation, or lacks that it lists: its status, the code of its error, its
 * headers. Schemas leave all three open, so no validator sees it.
 *
 * @param operation `get /accounts/{id}`
 */
export function unlistedIn(document: AnsweringDocument, operation: string, { answer }: Exchange): string[] {
  const [method = "", path = ""] = operation.split(" ");
  const described = document.paths[path]?.[method] as { responses: Record<string, ListedAnswer> } | undefined;
  if (described === undefined) return [`${operation} is not in the document`];
  if (BEFORE_ANY.includes(answer.status)) return [];
  const found = described.responses[answer.status];
  if (found === undefined) return [`the status ${answer.status} is not listed`];
  const listed = found.$ref === undefined ? found : document.components.responses[found.$ref.split("/").at(-1) ?? ""];
  if (listed === undefined) return [`${found.$ref} leads nowhere`];
  const code = codeOf(answer);
  const codes = listed["x-error-codes"] ?? [];
  const present = (name: string) => answer.headers[name.toLowerCase()] !== undefined;
  const names = Object.keys(listed.headers ?? {});
  return [
    ...(code === undefined || codes.includes(code) ? [] : [`the code ${code} is not listed for ${answer.status}`]),
    ...Object.keys(document.components.headers)
      .filter((name) => present(name) && !names.includes(name) && name !== "Cache-Control" && name !== "Set-Cookie")
      .map((name) => `the header ${name} is not listed for ${answer.status}`),
    ...names
      .filter((name) => ALWAYS_PRESENT.includes(name) && !present(name))
      .map((name) => `the header ${name} is listed for ${answer.status} and missing`),
  ];
}

function codeOf({ headers, bytes }: Exchange["answer"]): string | undefined {
  if (headers["content-type"]?.startsWith("application/problem+json") !== true) return undefined;
  return (JSON.parse(bytes.toString("utf8")) as { code: string }).code;
}

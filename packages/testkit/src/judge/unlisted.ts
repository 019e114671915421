import type { Exchange } from "./exchange.ts";

/** The part of a document that describes responses. */
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

/** Headers that every response has; otherwise only those that depend only on the status. */
const ALWAYS_PRESENT = ["X-Request-Id", "Counterfoil-Version", "ETag", "Location"];
/** Statuses of a request that was not read completely, whatever its operation. */
const BEFORE_ANY = [408, 431];

/**
 * Differences between a response and the document's list for its operation: the status, the error code, and headers
 * that are missing or not listed. Schemas leave all three open, so no validator finds them.
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
  if (listed === undefined) return [`${found.$ref} does not resolve`];
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

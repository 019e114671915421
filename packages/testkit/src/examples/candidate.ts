import type { OperationExample } from "@counterfoil/http";
import type { Exchange } from "../judge/exchange.ts";
import { type FoundOperation, successStatus } from "./found-operation.ts";

/** An exchange that could become the example of its operation. */
export interface Candidate {
  readonly example: OperationExample;
  readonly score: number;
}

const LONGEST_BYTES = 24_000;

/** The exchange as an example of its operation; null if it was rejected or is too long to read. */
export function candidateOf({ request, answer }: Exchange, { operation, path }: FoundOperation): Candidate | null {
  if (String(answer.status) !== successStatus(operation)) return null;
  if (request.bytes.length + answer.bytes.length > LONGEST_BYTES && !isBinary(mediaTypeOf(answer.headers))) return null;
  const query = new URL(request.target, "http://none.invalid").searchParams;
  const names = [...new Set(query.keys())];
  const example: OperationExample = {
    ...(Object.keys(path).length === 0 ? {} : { path }),
    ...(names.length === 0
      ? {}
      : { query: Object.fromEntries(names.map((name) => [name, query.getAll(name).join(",")])) }),
    ...(request.bytes.length === 0 ? {} : { request: content(request.headers, request.bytes) }),
    ...(answer.bytes.length === 0 ? {} : { response: content(answer.headers, answer.bytes) }),
  };
  return { example, score: scoreOf(example) };
}

function content(headers: Readonly<Record<string, string>>, bytes: Buffer): { mediaType: string; body: unknown } {
  const mediaType = mediaTypeOf(headers);
  if (/[/+]json$/.test(mediaType)) return { mediaType, body: JSON.parse(bytes.toString("utf8")) as unknown };
  // Shows a file by its first line, which identifies its format.
  if (isBinary(mediaType)) return { mediaType, body: /^[\x20-\x7e]*/.exec(bytes.toString("latin1"))?.[0] ?? "" };
  return { mediaType, body: bytes.toString("utf8") };
}

function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function isBinary(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType.startsWith("image/");
}

/** A better example shows more members with a value, in fewer and plainer characters. */
function scoreOf(example: OperationExample): number {
  const shown = new Set<string>();
  let odd = 0;
  const walk = (value: unknown, at: string): void => {
    if (typeof value === "object" && value !== null) {
      for (const [name, member] of Object.entries(value)) walk(member, `${at}/${Array.isArray(value) ? "" : name}`);
    } else if (value !== null && value !== "") {
      shown.add(at);
      if (typeof value === "string" && isOdd(value)) odd += 1;
    }
  };
  walk(example.request, "request");
  walk(example.response, "response");
  const queried = Object.keys(example.query ?? {}).length;
  return shown.size * 100 + queried * 50 - odd * 1_000 - JSON.stringify(example).length / 10;
}

/** True for the odd inputs of tests: script injections, control characters, and very long texts. */
function isOdd(text: string): boolean {
  return (
    text.length > 400 || /[<>\\]|\p{Cc}|[^\u0000-\u024f\u2010-\u2026\u20a0-\u20bf→]/u.test(text.replaceAll("\n", " "))
  );
}

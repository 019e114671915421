import { createHash } from "node:crypto";
import { DomainError, type OnceRequest } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { SentBody } from "./body-forms.ts";
import { NO_ORGANIZATION } from "./authenticate.ts";
import type { Route } from "./route.ts";

const METHODS: readonly string[] = ["POST", "PATCH", "DELETE"];

/** Whether a route supports Idempotency-Key. Answers are stored with an organization, which a sign-in does not have. */
export function takesIdempotencyKey({ method, scope }: Pick<Route, "method" | "scope">): boolean {
  return METHODS.includes(method) && scope !== "session";
}

/** The Idempotency-Key. Undefined if it was not sent or the route does not support it. Refuses an invalid key (400). */
export function idempotencyKey(route: Route, request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || !takesIdempotencyKey(route)) return undefined;
  if (typeof key === "string" && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const detail = "Idempotency-Key must have 1 to 255 printable ASCII characters.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/Idempotency-Key", code: "wrong_format", detail }]);
}

/**
 * The request of an Idempotency-Key (R-API-5). A streamed body has no end to wait for, so it is neither compared nor
 * stored: its events count once by their own IDs.
 */
export function onceRequest(route: Route, request: FastifyRequest, sent: SentBody): OnceRequest | undefined {
  const key = idempotencyKey(route, request);
  const { caller, url } = request;
  if (key === undefined || sent.kind === "stream" || caller.organizationId === NO_ORGANIZATION) return undefined;
  // The API key or the session cookie, whose signature is stored nowhere. On a public route, the token in the address.
  const { authorization, cookie = "" } = request.headers;
  const proof = route.scope === null ? url : (authorization ?? cookie);
  return { key, requestHash: requestHash(request, sent), sealedWith: route.answersSecret === true ? proof : null };
}

function requestHash({ method, url, headers, body }: FastifyRequest, sent: SentBody): Buffer {
  const attributes = Object.entries(headers).filter(([name]) => name.startsWith("ce-"));
  const text = sent.kind === "text" && sent.mediaType !== "" ? sent.text : orderedJson(body ?? null);
  const parts = [method, url, orderedJson(Object.fromEntries(attributes))];
  const hash = createHash("sha256").update(`${JSON.stringify(parts).slice(0, -1)},"`);
  for (const piece of piecesOf(text)) hash.update(JSON.stringify(piece).slice(1, -1));
  return hash.update('"]').digest();
}

const PIECE_CHARACTERS = 1024 * 1024;

/** A text in pieces, so that a text of 31 MB is not copied as a whole. Does not split surrogate pairs. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const isHigh = (text.charCodeAt(from + PIECE_CHARACTERS - 1) & 0xfc00) === 0xd800;
    const to = from + PIECE_CHARACTERS + (isHigh ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
}

/** The same text for equal values, regardless of the order of their members. */
function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

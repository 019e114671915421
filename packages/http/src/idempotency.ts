import { createHash } from "node:crypto";
import { DomainError, type OnceRequest } from "@counterfoil/service";
import type { FastifyRequest } from "fastify";
import type { SentBody } from "./body-forms.ts";
import { NO_ORGANIZATION } from "./authenticate.ts";
import type { Route } from "./route.ts";

const METHODS: readonly string[] = ["POST", "PATCH", "DELETE"];

/** Whether the header Idempotency-Key means something to a route: answers are kept with an organization, of which a sign-in has none. */
export function takesIdempotencyKey({ method, scope }: Pick<Route, "method" | "scope">): boolean {
  return METHODS.includes(method) && scope !== "session";
}

/** The header Idempotency-Key; undefined where it is not sent or means nothing. Refuses one that is no key (400). */
export function idempotencyKey(route: Route, request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined || !takesIdempotencyKey(route)) return undefined;
  if (typeof key === "string" && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const detail = "Idempotency-Key has 1 to 255 printable ASCII characters.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/Idempotency-Key", code: "wrong_format", detail }]);
}

/**
 * What Idempotency-Key asks for (R-API-5). A body that is streamed has no end to wait for, so nothing of it is compared or
 * kept: its events count once by their own ids.
 */
export function onceRequest(route: Route, request: FastifyRequest, sent: SentBody): OnceRequest | undefined {
  const key = idempotencyKey(route, request);
  const { caller, url } = request;
  if (key === undefined || sent.kind === "stream" || caller.organizationId === NO_ORGANIZATION) return undefined;
  // The key or the session's cookie, whose signature is stored nowhere; on a public route the token in the address.
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

/** A text in pieces, so that one of 31 MB is not copied as a whole. Cuts no surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const isHigh = (text.charCodeAt(from + PIECE_CHARACTERS - 1) & 0xfc00) === 0xd800;
    const to = from + PIECE_CHARACTERS + (isHigh ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
}

/** The same text for the same value, in whatever order its members came. */
function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

import { createHash } from "node:crypto";
import { DomainError } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "./route.ts";

/** A strong validator: the hash of the response's bytes. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url")}"`;
}

/** The tag of the same response in a content encoding: `"….br"`. Hashes are base64url or hexadecimal, without a dot. */
export function encodedTag(tag: string, encoding: string): string {
  return tag.replace(/"$/, `.${encoding}"`);
}

/** The tag of the response without its content encoding: both stand for the same state of the resource. */
function withoutEncoding(tag: string | undefined): string | undefined {
  return tag?.replace(/\.(?:br|gzip)"$/, '"');
}

/**
 * How two tags are compared (RFC 9110, 8.8.3.2): `If-Match` strongly, so that a weak tag never matches; `If-None-Match`
 * weakly.
 */
type Comparison = "strong" | "weak";

/** Whether If-None-Match or If-Match names a tag of ours. Our tags are always strong. */
export function isNamed(tag: string, header: string, comparison: Comparison): boolean {
  if (header.trim() === "*") return true;
  // A tag may contain a comma, so the list is not split at commas.
  const named = header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g);
  return [...named].some(
    ([, weak, opaque]) => withoutEncoding(opaque) === tag && (weak === undefined || comparison === "weak"),
  );
}

/** Answers with the ETag of the response. A client that already has it gets a 304 without a body (R-API-5). */
export function answerTagged(text: string, request: FastifyRequest, reply: FastifyReply): string | null {
  const tag = entityTag(text);
  reply.header("ETag", tag);
  if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "private, no-cache");
  const known = request.headers["if-none-match"];
  if (known !== undefined && isNamed(tag, known, "weak")) {
    reply.status(304);
    return null;
  }
  reply.type("application/json; charset=utf-8");
  return text;
}

/** A resource that can be read at its own address. */
export function isSingleResource({ method, list, response, mediaType }: Route): boolean {
  return method === "GET" && list === undefined && response !== null && mediaType === undefined;
}

/** The condition that a use case checks, and whether it did. */
export interface Precondition {
  readonly wasHeld: () => boolean;
  readonly hold: (current: object) => void;
}

/**
 * The If-Match condition of a write. Undefined without the header.
 *
 * @param resource the route that reads the written resource: the tag is that of its response
 */
export function readPrecondition(
  resource: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Precondition | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return undefined;
  if (resource === undefined || resource.response === null) throw notTaken();
  // The serializer is compiled once for each schema.
  const schema = resource.response as unknown as Record<string, unknown>;
  let wasHeld = false;
  return {
    wasHeld: () => wasHeld,
    hold(current) {
      wasHeld = true;
      const tag = entityTag(String(reply.serializeInput({ ...current }, schema)));
      if (isNamed(tag, header, "strong")) return;
      const detail = isNamed(tag, header, "weak")
        ? "If-Match needs a strong ETag, so an ETag with W/ never matches. Send the ETag from the response, without W/."
        : "The ETag in If-Match no longer matches. Read the resource again, then repeat the change.";
      throw new DomainError("precondition_failed", detail);
    },
  };
}

/** A condition that cannot be checked is refused: to continue would do what the caller wanted to rule out. */
export function notTaken(): DomainError {
  const detail = "This endpoint does not support If-Match. Leave the header out.";
  return new DomainError("precondition_failed", detail);
}

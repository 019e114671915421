import { createHash } from "node:crypto";
import { DomainError } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "./route.ts";

/** A strong validator: the hash of the bytes that are answered. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url")}"`;
}

/** How two tags are compared (RFC 9110, 8.8.3.2): `If-Match` strongly, so that a weak tag never matches; `If-None-Match` weakly. */
type Comparison = "strong" | "weak";

/** Whether a tag of ours, which is always strong, is one of those that If-None-Match or If-Match names. */
export function isNamed(tag: string, header: string, comparison: Comparison): boolean {
  if (header.trim() === "*") return true;
  // A tag may hold a comma, so the list is not cut at commas.
  const named = header.matchAll(/(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g);
  return [...named].some(([, weak, opaque]) => opaque === tag && (weak === undefined || comparison === "weak"));
}

/** Answers with the tag of what is answered; whoever has that already is told so and gets nothing (R-API-5). */
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

/** A resource that is read by itself, under an address of its own. */
export function isSingleResource({ method, list, response, mediaType }: Route): boolean {
  return method === "GET" && list === undefined && response !== null && mediaType === undefined;
}

/** What a use case holds If-Match against, and whether it did. */
export interface Precondition {
  readonly wasHeld: () => boolean;
  readonly hold: (current: object) => void;
}

/**
 * The condition that a write was sent with; undefined without one.
 *
 * @param resource the route under which the written resource is read: its answer is what the tag is of
 */
export function readPrecondition(
  resource: Route | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Precondition | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return undefined;
  if (resource === undefined || resource.response === null) throw notTaken();
  // Compiled once for each schema.
  const schema = resource.response as unknown as Record<string, unknown>;
  let wasHeld = false;
  return {
    wasHeld: () => wasHeld,
    hold(current) {
      wasHeld = true;
      const tag = entityTag(String(reply.serializeInput({ ...current }, schema)));
      if (isNamed(tag, header, "strong")) return;
      const detail = isNamed(tag, header, "weak")
        ? "If-Match is compared strongly, and a weak ETag (W/) never matches. Send the ETag as the server answered it, without W/."
        : "The resource has changed since you read it. Read it again, then repeat the change.";
      throw new DomainError("precondition_failed", detail);
    },
  };
}

/** A condition that cannot be held is refused: to go on would be what the caller wanted to exclude. */
export function notTaken(): DomainError {
  const detail = "If-Match is taken where a resource with an ETag is changed or deleted; here it is not.";
  return new DomainError("precondition_failed", detail);
}

import { createHash } from "node:crypto";
import { DomainError } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "./route.ts";

/** A strong validator: the hash of the bytes that are answered. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url")}"`;
}

/** Whether a tag is one of those that If-None-Match or If-Match names. */
export function isNamed(tag: string, header: string): boolean {
  return header.split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
}

/** Answers with the tag of what is answered; whoever has that already is told so and gets nothing (R-API-5). */
export function answerTagged(text: string, request: FastifyRequest, reply: FastifyReply): string | null {
  const tag = entityTag(text);
  reply.header("ETag", tag);
  if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "private, no-cache");
  const known = request.headers["if-none-match"];
  if (known !== undefined && isNamed(tag, known)) {
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
      if (isNamed(entityTag(String(reply.serializeInput({ ...current }, schema))), header)) return;
      const detail = "The resource is not as it was read. Read it again, and decide anew.";
      throw new DomainError("precondition_failed", detail);
    },
  };
}

/** A condition that cannot be held is refused: to go on would be what the caller wanted to exclude. */
export function notTaken(): DomainError {
  const detail = "If-Match is taken where a resource with an ETag is changed or deleted; here it is not.";
  return new DomainError("precondition_failed", detail);
}

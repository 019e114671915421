import type { SealedPdf } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isNamed } from "./entity-tag.ts";

/** Answers a PDF with its hash as ETag. A client that already has these bytes gets a 304 without a body. */
export function answerPdf(pdf: SealedPdf, request: FastifyRequest, reply: FastifyReply): Buffer | null {
  const etag = `"${pdf.sha256}"`;
  reply.header("ETag", etag);
  // Public routes have already set `no-store`.
  if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "private, no-cache");
  const known = request.headers["if-none-match"];
  if (known !== undefined && isNamed(etag, known, "weak")) {
    reply.status(304);
    return null;
  }
  reply.type("application/pdf").header("Content-Disposition", `inline; filename="${pdf.fileName}"`);
  return Buffer.from(pdf.bytes);
}

import type { Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import { DomainError } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";

/**
 * Unpacks a body that was sent with `Content-Encoding: gzip`. Limits on a body's size count what it unpacks to, so a small
 * one that unpacks to gigabytes is refused like a large one.
 */
export async function decodeBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
): Promise<RequestPayload> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity") return payload;
  if (encoding === "gzip" || encoding === "x-gzip") return gunzip(payload);
  throw new DomainError("unsupported_media_type", "Content-Encoding must say gzip, or nothing.");
}

/** The body unpacked. `receivedEncodedLength` is what Fastify holds against Content-Length. */
function gunzip(payload: Readable): Gunzip & { readonly receivedEncodedLength: number } {
  let receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    receivedEncodedLength += chunk.length;
  });
  const unpacked = createGunzip();
  // Not `pipeline`, which ends the connection when the body is not gzip: then nobody would hear why.
  // Whoever reads the body hears of what is wrong with it. Of a body that is refused before it is read, or while it is, nobody
  // does, and an error that nobody hears ends the process.
  unpacked.on("error", () => undefined);
  payload.on("error", (error) => unpacked.destroy(error));
  payload.pipe(unpacked);
  return Object.defineProperty(unpacked, "receivedEncodedLength", { get: () => receivedEncodedLength }) as Gunzip & {
    readonly receivedEncodedLength: number;
  };
}

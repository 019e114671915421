import type { Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import { DomainError } from "@counterfoil/service";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";

/**
 * Unpacks a body with `Content-Encoding: gzip`. Limits apply to the unpacked size, so a small body that unpacks to
 * gigabytes is refused like a large one.
 */
export function decodeBody(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: (error: null, payload: RequestPayload) => void,
): void {
  done(null, decoded(request, payload));
}

function decoded(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity") return payload;
  if (encoding === "gzip" || encoding === "x-gzip") return gunzip(payload);
  throw new DomainError("unsupported_media_type", "Content-Encoding must be gzip, or be left out.");
}

/** The unpacked body. Fastify compares `receivedEncodedLength` with Content-Length. */
function gunzip(payload: Readable): Gunzip & { readonly receivedEncodedLength: number } {
  let receivedEncodedLength = 0;
  payload.on("data", (chunk: Buffer) => {
    receivedEncodedLength += chunk.length;
  });
  const unpacked = createGunzip();
  // Does not use `pipeline`, which closes the connection if the body is not gzip, so that the caller would not receive
  // the reason. The reader of the body handles its errors. A body that is refused before or while it is read has no
  // reader, and an unhandled error would end the process.
  unpacked.on("error", () => undefined);
  payload.on("error", (error) => unpacked.destroy(error));
  payload.pipe(unpacked);
  return Object.defineProperty(unpacked, "receivedEncodedLength", { get: () => receivedEncodedLength }) as Gunzip & {
    readonly receivedEncodedLength: number;
  };
}

import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodedTag } from "./entity-tag.ts";

/** Smaller answers fit into one packet anyway. */
const THRESHOLD_BYTES = 1_024;
/** Of 11. Above it, lists become a few percent smaller and take several times as long. */
const BROTLI_QUALITY = 4;
const JSON_TYPES = /^application\/(?:problem\+)?json\b/;

/**
 * Compresses JSON with brotli or gzip, as the client accepts it. A compressed answer has its own ETag, because its bytes
 * are others (RFC 9110, 8.8.1). Event streams, exports and documents are sent as they are.
 */
export async function compressJson(server: FastifyInstance): Promise<void> {
  // Runs before the library's hook.
  server.addHook("onSend", refuseOtherTypes);
  await server.register(compress, {
    threshold: THRESHOLD_BYTES,
    encodings: ["br", "gzip"],
    customTypes: JSON_TYPES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // Request bodies have their own limits (decode-body.ts).
    globalDecompression: false,
  });
  // The library compresses in a hook of each route, so the tag is changed in one after it.
  server.addHook("onRoute", (route) => {
    route.onSend = [...[route.onSend ?? []].flat(), tagEncoding];
  });
}

/**
 * The library also compresses what mime-db calls compressible. That differs between its versions, and a file that is
 * compressed already, such as the index of the documentation's search, would arrive with a wrong encoding.
 */
function refuseOtherTypes(request: FastifyRequest, reply: FastifyReply, _payload: unknown, done: () => void): void {
  const type = reply.getHeader("Content-Type");
  if (type !== undefined && !JSON_TYPES.test(String(type))) request.headers["x-no-compression"] = "not JSON";
  done();
}

function tagEncoding(
  _: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  const encoding = reply.getHeader("Content-Encoding");
  const tag = encoding === undefined ? undefined : reply.getHeader("ETag");
  if (typeof encoding === "string" && typeof tag === "string") reply.header("ETag", encodedTag(tag, encoding));
  done(null, payload);
}

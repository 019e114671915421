import { isUtf8 } from "node:buffer";
import { DomainError } from "@counterfoil/service";
import type { FastifyInstance } from "fastify";

/** Makes the routes of this scope receive JSON as the text that was sent, for use cases that parse it themselves. */
export function takeBodyAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    if (Buffer.isBuffer(body) && isUtf8(body)) done(null, body.toString("utf8"));
    else done(new DomainError("malformed_request", "The body is not UTF-8."));
  });
}

import { isUtf8 } from "node:buffer";
import { DomainError } from "@counterfoil/service";
import type { FastifyInstance } from "fastify";
import { misreadName } from "./misread-names.ts";

/** Makes the routes of this scope receive JSON as the text that was sent, for use cases that parse it themselves. */
export function takeBodyAsText(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    if (!Buffer.isBuffer(body) || !isUtf8(body)) {
      done(new DomainError("malformed_request", "The body is not UTF-8."));
      return;
    }
    const text = body.toString("utf8");
    done(misreadName(text) ?? null, text);
  });
}

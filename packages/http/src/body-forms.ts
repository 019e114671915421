import { isUtf8 } from "node:buffer";
import { PassThrough, type Readable } from "node:stream";
import { DomainError } from "@counterfoil/service";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { collectBody } from "./collect-body.ts";
import { decodeBody } from "./decode-body.ts";

/** A form of the body that a route accepts and its use case parses. */
export interface BodyForm {
  readonly mediaType: string;
  /** For documentation only. */
  readonly schema: TSchema;
  /** Whether the body is read while it arrives, at any length. Otherwise it is passed as a whole, as text. */
  readonly isStreamed?: boolean;
}

/** A body that was received as a whole. */
export interface WholeBody {
  readonly kind: "text";
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Decoded on first use. */
  readonly text: string;
}

/** The body as it was sent. */
export type SentBody =
  WholeBody | { readonly kind: "stream"; readonly mediaType: string; readonly chunks: AsyncIterable<Uint8Array> };

/** Makes the routes of this scope accept only bodies of these forms. Their use cases parse the bodies themselves. */
export function takeBodyForms(scope: FastifyInstance, forms: readonly BodyForm[]): void {
  scope.removeAllContentTypeParsers();
  scope.addHook("preParsing", decodeBody);
  for (const { mediaType, isStreamed } of forms) {
    if (isStreamed === true) {
      scope.addContentTypeParser(mediaType, (request, payload, done) => {
        const stream = scope.openBodies.beginStream(request.raw.socket);
        payload.once("close", stream.end);
        done(null, { kind: "stream", mediaType, chunks: chunksOf(payload, scope.closing) } satisfies SentBody);
      });
      continue;
    }
    scope.addContentTypeParser(mediaType, async (request: FastifyRequest, payload: Readable) => {
      const bytes = await collectBody(request, payload);
      if (!isUtf8(bytes)) throw new DomainError("malformed_request", "The body is not valid UTF-8.");
      return textBody(mediaType, bytes);
    });
  }
  const taken = forms.map((form) => form.mediaType).join(", ");
  scope.addContentTypeParser("*", (_request, _payload, done) => {
    done(new DomainError("unsupported_media_type", `Content-Type must be one of ${taken}.`));
  });
}

/** Decodes the text only on use: large bodies are parsed from their bytes. */
function textBody(mediaType: string, bytes: Buffer): WholeBody {
  return {
    kind: "text",
    mediaType,
    bytes,
    get text() {
      return bytes.toString("utf8");
    },
  };
}

/** A body that was omitted. */
export const NO_BODY: SentBody = textBody("", Buffer.alloc(0));

/**
 * The body in chunks, read on demand, so that backpressure reaches the sender. When the reader stops early, the rest of
 * the body is discarded as it arrives, because a sender whose connection is cut would not receive the response.
 */
async function* chunksOf(payload: Readable, closing: AbortSignal): AsyncGenerator<Uint8Array> {
  // A stream in between, so that an error while reading does not close the connection before the response.
  const passed = new PassThrough();
  const stop = (): void => {
    passed.destroy(new DomainError("shutting_down", "The server is shutting down. Send the same body again."));
  };
  payload.on("error", (error) => passed.destroy(error));
  closing.addEventListener("abort", stop);
  if (closing.aborted) stop();
  payload.pipe(passed);
  try {
    for await (const chunk of passed) yield chunk as Uint8Array;
  } catch (error) {
    if ((error as { code?: string }).code !== "ECONNRESET") throw error;
    throw new DomainError("malformed_request", "The connection closed before the whole body arrived.", [], {
      cause: error,
    });
  } finally {
    closing.removeEventListener("abort", stop);
    payload.unpipe(passed);
    payload.resume();
  }
}

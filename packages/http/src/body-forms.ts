import { isUtf8 } from "node:buffer";
import { PassThrough, type Readable } from "node:stream";
import { DomainError } from "@counterfoil/service";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { collectBody } from "./collect-body.ts";
import { decodeBody } from "./decode-body.ts";

/** A form in which a route takes its body, where the use case reads the body itself. */
export interface BodyForm {
  readonly mediaType: string;
  /** Only describes. */
  readonly schema: TSchema;
  /** Read while it arrives, and of any length; else it is given whole, as text. */
  readonly isStreamed?: boolean;
}

/** A body that came whole. */
export interface WholeBody {
  readonly kind: "text";
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** Made when it is asked for. */
  readonly text: string;
}

/** The body as it was sent. */
export type SentBody =
  WholeBody | { readonly kind: "stream"; readonly mediaType: string; readonly chunks: AsyncIterable<Uint8Array> };

/** Makes the routes of this scope take bodies of these forms and no others, for use cases that parse them themselves. */
export function takeBodyForms(scope: FastifyInstance, forms: readonly BodyForm[]): void {
  scope.removeAllContentTypeParsers();
  scope.addHook("preParsing", decodeBody);
  for (const { mediaType, isStreamed } of forms) {
    if (isStreamed === true) {
      scope.addContentTypeParser(mediaType, (request, payload, done) => {
        const stream = scope.streamedBodies.begin(request.raw.socket);
        payload.once("close", stream.end);
        done(null, { kind: "stream", mediaType, chunks: chunksOf(payload, scope.closing) } satisfies SentBody);
      });
      continue;
    }
    scope.addContentTypeParser(mediaType, async (request: FastifyRequest, payload: Readable) => {
      const bytes = await collectBody(request, payload);
      if (!isUtf8(bytes)) throw new DomainError("malformed_request", "The body is not UTF-8.");
      return textBody(mediaType, bytes);
    });
  }
  const taken = forms.map((form) => form.mediaType).join(", ");
  scope.addContentTypeParser("*", (_request, _payload, done) => {
    done(new DomainError("unsupported_media_type", `Content-Type must say one of ${taken}.`));
  });
}

/** The text is made only where it is asked for: a large body is read from its bytes. */
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

/** A body that was left out. */
export const NO_BODY: SentBody = textBody("", Buffer.alloc(0));

/**
 * The body piece by piece; what is not asked for is not read, so a sender waits for whoever reads. What is left when nobody
 * asks on is thrown away as it comes: an answer would not reach a sender that is cut off.
 */
async function* chunksOf(payload: Readable, closing: AbortSignal): AsyncGenerator<Uint8Array> {
  // In between, so that whatever ends the reading does not end the connection before the answer.
  const passed = new PassThrough();
  const stop = (): void => {
    passed.destroy(new DomainError("shutting_down", "The server is being stopped. Send the same body again."));
  };
  payload.on("error", (error) => passed.destroy(error));
  closing.addEventListener("abort", stop);
  if (closing.aborted) stop();
  payload.pipe(passed);
  try {
    for await (const chunk of passed) yield chunk as Uint8Array;
  } catch (error) {
    if ((error as { code?: string }).code !== "ECONNRESET") throw error;
    throw new DomainError("malformed_request", "The connection ended before the body.", [], { cause: error });
  } finally {
    closing.removeEventListener("abort", stop);
    payload.unpipe(passed);
    payload.resume();
  }
}

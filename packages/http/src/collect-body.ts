import type { Readable } from "node:stream";
import { DomainError } from "@counterfoil/service";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type BodyPlace, type BodyRoom, BodyRoomFull, SMALL_BODY_BYTES } from "./body-room.ts";

/** How long a large body may take to arrive while others wait for its space. */
const LONGEST_ARRIVAL_MILLISECONDS = 30_000;

/** The first space for a body of unknown length. A longer body may grow to the limit of its route. */
const GUESSED_BYTES = 1024 * 1024;

/** The space that a body holds while it is read. */
interface HeldBody {
  readonly place: BodyPlace;
  readonly room: BodyRoom;
}

/**
 * Reads a body only after it has space, and releases the space after the response. The bytes of a waiting body stay
 * with the sender. Streamed bodies are limited by their readers.
 */
export function boundBodies(server: FastifyInstance, room: BodyRoom): void {
  server.decorateRequest("heldBody", null);
  // With a callback, and without a signal if there is space, because this runs for each event that arrives alone.
  server.addHook("preParsing", (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    const { headers } = request;
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (!hasBody || isStreamed(request)) {
      done(null, payload);
      return;
    }
    const [owner, bytes] = [ownerOf(request), expectedBytes(request)];
    const place = room.takeNow(owner, bytes, () => goneSignal(reply));
    if (place !== undefined) {
      hold(request, reply, { place, room });
      done(null, payload);
      return;
    }
    void takeLater(owner, bytes);

    async function takeLater(owner: string, bytes: number): Promise<void> {
      try {
        hold(request, reply, { place: await room.take(owner, bytes, goneSignal(reply)), room });
      } catch (error) {
        done(asRefusal(error) as Error);
        return;
      }
      done(null, payload);
    }
  });
}

function hold(request: FastifyRequest, reply: FastifyReply, held: HeldBody): void {
  request.heldBody = held;
  if (reply.raw.destroyed) held.place.release();
  reply.raw.once("close", held.place.release);
}

/** Aborted when the sender has disconnected or has its response. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return gone.signal;
}

function isStreamed({ headers, routeOptions }: FastifyRequest): boolean {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  return routeOptions.config.streamedTypes?.includes(type) === true;
}

/** The estimated size. Limits apply to the unpacked size, which a compressed body does not state. */
function expectedBytes({ headers, routeOptions }: FastifyRequest): number {
  const length = Number(headers["content-length"]);
  const isPlain = (headers["content-encoding"] ?? "identity") === "identity";
  if (Number.isFinite(length) && isPlain) return Math.min(length, routeOptions.bodyLimit);
  return Math.min(SMALL_BODY_BYTES, routeOptions.bodyLimit);
}

function ownerOf(request: FastifyRequest): string {
  // Requests without a route have no caller.
  return (request.caller as FastifyRequest["caller"] | undefined)?.organizationId ?? "";
}

/** The whole body, up to the route's limit, within the space that it holds. */
export async function collectBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers["content-length"] ?? 0) > bodyLimit) throw tooLarge();
  try {
    return await readWhole(payload, bodyLimit, request.heldBody);
  } catch (error) {
    throw asRefusal(error);
  } finally {
    if (payload !== request.raw) request.raw.unpipe().resume();
  }
}

/**
 * Does not use `for await`, which closes the connection of a partly read body that is refused, so that its sender would
 * not receive the reason. The rest of such a body is discarded as it arrives.
 */
function readWhole(payload: Readable, most: number, held: HeldBody | null): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  // A small body takes nothing from the space of large ones, so nothing waits for it.
  if (held !== null && held.place.bytes() > SMALL_BODY_BYTES) watch(held);
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > most) return settle(() => reject(tooLarge()));
    chunks.push(chunk);
    if (held === null || length <= held.place.bytes()) return;
    payload.pause();
    watch(held);
    held.place.growTo(length <= GUESSED_BYTES ? Math.min(GUESSED_BYTES, most) : most).then(
      () => payload.resume(),
      (error: unknown) => settle(() => reject(error)),
    );
  };
  const onEnd = (): void => settle(() => resolve(joined(chunks, length)));
  const onError = (error: Error): void => settle(() => reject(error));
  function watch({ room }: HeldBody): void {
    timer ??= setInterval(() => {
      if (room.isWanted()) settle(() => reject(tooSlow()));
    }, LONGEST_ARRIVAL_MILLISECONDS);
  }
  function settle(end: () => void): void {
    clearInterval(timer);
    payload.off("data", onData).off("end", onEnd).off("error", onError).on("error", ignore).resume();
    end();
    chunks.length = 0;
  }
  payload.on("data", onData).on("end", onEnd).on("error", onError);
  return promise;
}

const ignore = (): void => undefined;

/** Nearly all bodies arrive in one chunk, which is not copied. */
function joined(chunks: readonly Buffer[], length: number): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length);
}

function tooSlow(): DomainError {
  return new DomainError(
    "request_timeout",
    "The body arrived too slowly while other requests were waiting. Nothing was processed; send it again.",
  );
}

function tooLarge(): DomainError {
  return new DomainError("payload_too_large", "The body is larger than this endpoint accepts. Send less at once.");
}

function asRefusal(error: unknown): unknown {
  if (error instanceof BodyRoomFull) {
    const detail =
      "The server is already receiving too many large bodies. Nothing was processed; send this body again.";
    return new DomainError("bodies_overloaded", detail, [], { cause: error });
  }
  if ((error as { code?: string }).code !== "ECONNRESET") return error;
  return new DomainError("malformed_request", "The connection closed before the whole body arrived.", [], {
    cause: error,
  });
}

declare module "fastify" {
  interface FastifyRequest {
    heldBody: HeldBody | null;
  }
  interface FastifyContextConfig {
    /** Media types whose bodies are read while they arrive. */
    readonly streamedTypes?: readonly string[];
  }
}

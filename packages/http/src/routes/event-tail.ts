import { DomainError, tailEvents, type TailListener } from "@counterfoil/service";
import Type from "typebox";
import { EVENT_STREAM, openEventStream } from "../event-stream.ts";
import { route } from "../route.ts";
import { name } from "../schemas/schema.ts";

const SEQUENCE = /^\d{1,18}$/;

export const eventTailRoutes = [
  route({
    method: "GET",
    path: "/events/tail",
    operationId: "tailEvents",
    tag: "Usage",
    summary: "Watch usage events as they are committed",
    description:
      "Server-sent events that do not end. Each has an event as `GET /events` shows it in `data`, and in `id` its place in " +
      "the order in which events began to count. The header `Last-Event-ID`, which clients send by themselves when they come " +
      "back, begins after that place, so none is missed; without it the stream begins now.\n\n" +
      "An event of an unknown account comes once when it is stored and once more when it begins to count. A reader who does " +
      "not keep up is told later and misses nothing. A comment is sent each 15 seconds. The stream ends when the key is revoked.",
    scope: "read",
    query: Type.Object(
      {
        account: Type.Optional(name("Only events of this account: id or alias.")),
        eventName: Type.Optional(name("Only events of this name.")),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: null,
    mediaType: EVENT_STREAM,
    async handle({ context, query, isAdmitted, request, reply }) {
      const after = lastEventId(request.headers["last-event-id"]);
      const stream = openEventStream(reply.raw, request.server.closing);
      const listener: TailListener = {
        signal: stream.signal,
        isAdmitted,
        keepsUp: stream.keepsUp,
        taken: stream.taken,
        receive: ({ sequence, text }) => stream.send(sequence, text()),
        end(cause) {
          if (cause !== undefined) request.log.error({ err: cause }, "the tail of events ended");
          stream.end();
        },
      };
      try {
        await tailEvents(context, { ...query, after }, listener);
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      // Nothing between may keep the events back or change them, and nothing comes after them.
      reply.headers({ "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", Connection: "close" });
      reply.type(EVENT_STREAM);
      return stream.body;
    },
  }),
];

/** What a client saw last. A 400 for what was never the id of an event here. */
function lastEventId(header: string | string[] | undefined): string | null {
  if (header === undefined || header === "") return null;
  if (typeof header === "string" && SEQUENCE.test(header)) return header;
  const detail = "Last-Event-ID must be the id of an event of this stream.";
  throw new DomainError("invalid_parameter", detail, [{ pointer: "/Last-Event-ID", code: "wrong_format", detail }]);
}

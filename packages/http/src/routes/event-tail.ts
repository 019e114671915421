import { tailEvents, type TailListener } from "@counterfoil/service";
import Type from "typebox";
import { EVENT_STREAM, openEventStream } from "../event-stream.ts";
import { route } from "../route.ts";
import { name } from "../schemas/schema.ts";
import { lastEventId } from "../stream-position.ts";

export const eventTailRoutes = [
  route({
    method: "GET",
    path: "/events/tail",
    operationId: "tailEvents",
    tag: "Usage",
    summary: "Stream usage events as they are committed",
    description:
      "Returns server-sent events without an end. `data` is an event as `GET /events` shows it. `id` is its " +
      "position in the order in which events started to count. Send the last `id` as `Last-Event-ID`, as clients " +
      "do when they reconnect, and the stream continues after it without a gap. Without the header, the stream " +
      "starts with new events.\n\nAn event of an unknown account is sent once when it is stored and once when it " +
      "starts to count. If you read slowly, you receive events later but miss none. Counterfoil sends a comment " +
      "every 15 seconds. The stream ends when the key is revoked.",
    scope: "read",
    query: Type.Object(
      {
        account: Type.Optional(name("Sends only events of this account: ID or alias.")),
        eventName: Type.Optional(name("Sends only events with this name.")),
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
      // Proxies must not buffer or change the events, and no other response follows on this connection.
      reply.headers({ "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no", Connection: "close" });
      reply.type(EVENT_STREAM);
      return stream.body;
    },
  }),
];

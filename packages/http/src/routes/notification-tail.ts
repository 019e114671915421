import { type NotificationListener, streamSecretOf, tailedText, tailNotifications } from "@counterfoil/service";
import Type from "typebox";
import { EVENT_STREAM, openEventStream } from "../event-stream.ts";
import { route } from "../route.ts";
import { name } from "../schemas/schema.ts";
import { lastEventId } from "../stream-position.ts";

export const notificationTailRoutes = [
  route({
    method: "GET",
    path: "/notifications/tail",
    operationId: "tailNotifications",
    tag: "Notifications",
    summary: "Stream notifications as they are committed",
    description:
      "Returns server-sent events without an end. `data` is a notification as `GET /notifications` shows it, with " +
      "`signature`: what a webhook with the same content would be signed with. The secret follows from the API key: " +
      "`whsec_` and the Base64 of the HMAC-SHA-256, with the key, of the text `counterfoil notification stream`. " +
      "Sessions receive no signature.\n\n`id` is the position of a notification in the order in which they were " +
      "written. The stream begins with the `id` of its start. Send the last `id` as `Last-Event-ID`, and the stream " +
      "continues after it: it leaves out nothing and repeats nothing. Without the header, the stream starts with new " +
      "notifications; `0` starts with the oldest.\n\nIf you read slowly, you receive notifications later but miss " +
      "none. Counterfoil sends a comment every 15 seconds. The stream ends when the key is revoked.",
    scope: "read",
    query: Type.Object(
      {
        types: Type.Optional(
          name("Sends only these types: names, prefixes such as `invoice.*`, or `*`, separated by commas."),
        ),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: null,
    mediaType: EVENT_STREAM,
    async handle({ context, query, isAdmitted, request, reply }) {
      const after = lastEventId(request.headers["last-event-id"]);
      const secret = secretOf(request.headers.authorization);
      const stream = openEventStream(reply.raw, request.server.closing);
      const listener: NotificationListener = {
        signal: stream.signal,
        isAdmitted,
        keepsUp: stream.keepsUp,
        taken: stream.taken,
        receive: (told) => stream.send(told.sequence, tailedText(told, secret, context.clock.now())),
        end(cause) {
          if (cause !== undefined) request.log.error({ err: cause }, "the tail of notifications ended");
          stream.end();
        },
      };
      try {
        stream.begin(await tailNotifications(context, { ...query, after }, listener));
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

/** The key has been checked already. A session has none. */
function secretOf(authorization: string | undefined): string | null {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return key === undefined ? null : streamSecretOf(key);
}

import {
  DEAD_LETTER_FIELDS,
  discardDeadLetter,
  getDeadLetter,
  listDeadLetters,
  replayDeadLetter,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { deadLetter, openedDeadLetter } from "../schemas/dead-letter.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Usage";

/** Kafka records that could not be stored as events (R-STREAM-1). */
export const deadLetterRoutes = [
  route({
    method: "GET",
    path: "/dead-letters",
    operationId: "listDeadLetters",
    tag,
    summary: "List dead letters",
    description:
      "Kafka records that could not be stored as events, with the reason. Open ones stay until you replay or discard " +
      "them. Closed ones stay in the list for 30 days.",
    scope: "read",
    list: { fields: DEAD_LETTER_FIELDS },
    status: 200,
    response: paged(deadLetter),
    handle: async ({ context, list }) => pageOf(await listDeadLetters(context, list), list),
  }),
  route({
    method: "GET",
    path: "/dead-letters/:id",
    operationId: "getDeadLetter",
    tag,
    summary: "Get a dead letter with its record",
    scope: "read",
    params: byId,
    status: 200,
    response: openedDeadLetter,
    handle: ({ context, params }) => getDeadLetter(context, params.id),
  }),
  route({
    method: "POST",
    path: "/dead-letters/:id/replay",
    operationId: "replayDeadLetter",
    tag,
    summary: "Replay a dead letter",
    description:
      "Takes no body. Reads the record again, stores its event, and closes the dead letter. If the event is still " +
      "invalid, a 422 says why and nothing changes. Replay it when the reason is gone: for example, when a timestamp " +
      "is not in the future any more. If the event itself is wrong, send a correct one and discard the dead letter.",
    scope: "write",
    params: byId,
    status: 200,
    response: openedDeadLetter,
    handle: ({ context, params }) => replayDeadLetter(context, params.id),
  }),
  route({
    method: "POST",
    path: "/dead-letters/:id/discard",
    operationId: "discardDeadLetter",
    tag,
    summary: "Discard a dead letter",
    description: "Takes no body. Closes the dead letter without storing an event. It is deleted after 30 days.",
    scope: "write",
    params: byId,
    status: 200,
    response: openedDeadLetter,
    handle: ({ context, params }) => discardDeadLetter(context, params.id),
  }),
];

import { DEAD_LETTER_STATES } from "@counterfoil/service";
import Type from "typebox";
import { instant, nullable, oneOf, record } from "./schema.ts";

const members = {
  id: Type.String(),
  state: oneOf(DEAD_LETTER_STATES, "`open` until it is replayed or discarded."),
  code: Type.String({ description: "Why the record was refused: a code as in the `errors` of sent events." }),
  detail: Type.String({ description: "The same as a sentence." }),
  uniqueId: nullable(Type.String({ description: "The ID of the event, if it could be read." })),
  topic: Type.String(),
  partition: Type.Integer(),
  offset: Type.Integer({ description: "The position of the record in its partition." }),
  consumerGroup: Type.String(),
  recordedAt: nullable(
    Type.String({ format: "date-time", description: "The timestamp of the record. Null if it has none." }),
  ),
  payloadBytes: Type.Integer({ description: "The length of the record's value in Kafka." }),
  isReplayable: Type.Boolean({
    description: "False if it is closed, or if the record is not stored completely because it was too large.",
  }),
  createdAt: instant,
  updatedAt: instant,
  closedAt: nullable(Type.String({ format: "date-time", description: "When it was replayed or discarded." })),
};

export const deadLetter = record(members, { title: "DeadLetter" });

export const openedDeadLetter = record(
  {
    ...members,
    key: nullable(Type.String({ description: "The key of the record as text." })),
    headers: Type.Array(record({ name: Type.String(), value: Type.String() }, { title: "DeadLetterHeader" })),
    payload: nullable(
      Type.String({ description: "The value of the record. Only its beginning, if the record was too large." }),
    ),
    payloadEncoding: oneOf(["utf8", "base64"], "`base64` if the value is not text."),
  },
  { title: "DeadLetterWithRecord" },
);

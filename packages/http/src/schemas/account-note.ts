import { ACTIVITY_KINDS, MOST_KEYS, MOST_TAG_CHARACTERS, MOST_TAGS } from "@counterfoil/service";
import Type from "typebox";
import { decimal, instant, judgedLater, nullable, oneOf, record, timestamps } from "./schema.ts";

export const personName = record({ id: Type.String(), name: Type.String() }, { title: "PersonName" });

export const note = record(
  {
    id: Type.String(),
    accountId: Type.String(),
    text: Type.String(),
    author: record({
      type: Type.String({ description: "`person` or `api_key`." }),
      id: Type.String(),
      name: nullable(Type.String({ description: "Null for keys, and for people who left." })),
    }),
    mentions: Type.Array(personName, { description: "The mentioned people who are still members." }),
    ...timestamps,
  },
  { title: "AccountNote" },
);

export const noteInput = record({
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: "\\S",
    description: "To mention a person, write `@` and their ID, such as `@person_01kg9a4xqr5ja7dwvc3msftms1`.",
  }),
});

const tagList = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MOST_TAG_CHARACTERS, pattern: "\\S" }), {
    maxItems: MOST_TAGS,
    description,
  });

export const tags = record(
  { tags: tagList("In alphabetical order. Spaces around a tag are removed, and a repeated tag counts once.") },
  { title: "AccountTags" },
);

export const tagChange = record(
  {
    add: Type.Optional(tagList("Tags that the account already has stay.")),
    remove: Type.Optional(tagList("Tags that the account does not have are ignored.")),
  },
  { title: "AccountTagChange" },
);

export const tagCount = record(
  { tag: Type.String(), accounts: Type.Integer({ description: "How many accounts have the tag." }) },
  { title: "AccountTagCount" },
);

export const metadata = record(
  { metadata: Type.Record(Type.String(), Type.String(), { description: "Values by key." }) },
  { title: "AccountMetadata" },
);

export const metadataChange = record(
  {
    metadata: judgedLater(
      Type.Record(Type.String(), nullable(Type.String()), {
        description:
          `A new value for each key, or null to remove the key. Other keys stay. An account can have ${MOST_KEYS} keys of ` +
          "at most 40 characters, with values of at most 500 characters.",
      }),
    ),
  },
  { title: "AccountMetadataChange" },
);

export const activity = record(
  {
    id: Type.String(),
    kind: oneOf(ACTIVITY_KINDS),
    type: Type.String({
      description:
        "The audited action, the type of the notification, or the kind of the email. For example, `invoice.issued`.",
    }),
    at: instant,
    objectId: Type.String(),
    title: nullable(
      Type.String({ description: "For example, the number of an invoice or the recipient of an email." }),
    ),
    text: nullable(Type.String({ description: "The text of a note, or the subject of an email." })),
    status: nullable(Type.String()),
    amount: nullable(decimal),
    currency: nullable(Type.String()),
    changedFields: Type.Array(Type.String()),
    actor: Type.Unsafe<{ type: string; id: string | null; name: string | null } | null>({
      ...record({ type: Type.String(), id: nullable(Type.String()), name: nullable(Type.String()) }),
      type: ["object", "null"],
      description: "Null if it is unknown. Except for notes, also null if the caller lacks the scope `admin`.",
    }),
  },
  { title: "AccountActivity" },
);

import { search, SEARCH_REASONS, SEARCHED_TYPES } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { nullable, oneOf, record } from "../schemas/schema.ts";

const hit = record(
  {
    type: oneOf(SEARCHED_TYPES, "The type of the object."),
    id: Type.String({ description: "The ID of the object. For an event, its `uniqueId`." }),
    title: Type.String({ description: "The name, number or amount of the object." }),
    subtitle: nullable(
      Type.String({ description: "What distinguishes it from similar objects, such as its account." }),
    ),
    status: nullable(Type.String({ description: "The status of an object that has one." })),
    reason: oneOf(SEARCH_REASONS, "Which text of the object matches."),
    isExact: Type.Boolean({ description: "Whether the query equals the complete text." }),
  },
  { title: "SearchHit" },
);

export const searchRoutes = [
  route({
    method: "GET",
    path: "/search",
    operationId: "search",
    tag: "Search",
    summary: "Search all objects",
    description:
      "Finds objects by the beginning of an ID, or by the beginning of a word of a name, alias, email address, " +
      "contact, tax ID, SKU or key. Also finds invoices and credit notes by number, invoices and payments by amount " +
      "or reference in another system, and events by `uniqueId`. Returns at most 5 objects of each type, exact " +
      "matches first.",
    scope: "read",
    query: Type.Object(
      {
        query: Type.String({
          minLength: 1,
          maxLength: 200,
          description: "The text to find. Upper and lower case are equal, except in IDs.",
        }),
      },
      { additionalProperties: false },
    ),
    status: 200,
    response: record({ query: Type.String(), hits: Type.Array(hit) }),
    handle: async ({ context, query: { query } }) => ({ query, hits: await search(context, query) }),
  }),
];

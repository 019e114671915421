import type { FastifySchema } from "fastify";
import Type, { type TSchema } from "typebox";
import { withDecimalBounds } from "./decimal-formats.ts";
import { isSingleResource } from "./entity-tag.ts";
import { takesIdempotencyKey } from "./idempotency.ts";
import type { Route } from "./route.ts";

const listParameters = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, description: "Page, from 1." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Items per page, 10 by default, at most 100." })),
  sort: Type.Optional(
    Type.String({ description: "{field, order} or {<field>: asc|desc} as JSON or in brackets, or field:order." }),
  ),
});

/** `x-fields` tells programs, such as the one that writes the client, what a person reads in the description. */
function withListParameters(query: TSchema | undefined, fields: readonly string[]): TSchema {
  const description = "JSON array of {field, operator, value}, or filters[0][field]=… in brackets.";
  const filters = Type.Optional(Type.String({ description, "x-fields": fields }));
  const { page, limit, sort } = listParameters.properties;
  return Type.Object({ page, limit, filters, sort, ...propertiesOf(query) });
}

/** The members of an object's schema; none where there is no schema. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return schema !== undefined && Type.IsObject(schema) ? schema.properties : {};
}

/**
 * What the route says of itself in the OpenAPI document, and the schema its answers are serialised with. What is the same wherever it
 * is true, errors and headers of answers above all, `openapi/complete-document.ts` adds.
 *
 * @param takesIfMatch whether what it writes is read by itself, under an ETag
 */
export function routeSchema(route: Route, takesIfMatch = false): FastifySchema {
  const fields = Object.keys(route.list?.fields ?? {});
  const fieldNote = fields.length === 0 ? "" : `\n\nFields to filter and sort by: ${fields.join(", ")}.`;
  const accessNote = accessNoteOf(route);
  const query = route.list === undefined ? route.query : withListParameters(route.query, fields);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description ?? route.summary}${fieldNote}\n\n${accessNote}`,
    ...(route.scope === null ? { security: [] } : {}),
    ...(route.scope === "session" ? { security: [{ session: [] }] } : {}),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...headersSchema(route, takesIfMatch),
    ...bodySchema(route),
    response: {
      [route.status]: successSchema(route),
      ...(isSingleResource(route) ? { 304: Type.Null({ description: "It is as If-None-Match names it." }) } : {}),
    },
  };
}

function accessNoteOf({ scope }: Route): string {
  switch (scope) {
    case null:
      return "Public: no key is needed.";
    case "session":
      return "For whoever is signed in; no key opens it.";
    default:
      return `Scope: \`${scope}\`.`;
  }
}

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "The request has one effect however often it is sent with this key within 24 hours.",
  }),
);
const ifMatch = Type.Optional(
  Type.String({ description: "The ETag that was read, compared strongly: 412 when the resource has changed since." }),
);
const ifNoneMatch = Type.Optional(Type.String({ description: "The ETag that was read: 304 while there is no other." }));

/** The headers that mean something here. They only describe: what is wrong with one is told where it is read. */
function headersSchema(route: Route, takesIfMatch: boolean): { headers?: object } {
  const headers = {
    ...(takesIdempotencyKey(route) ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(takesIfMatch ? { "If-Match": ifMatch } : {}),
    ...(isSingleResource(route) ? { "If-None-Match": ifNoneMatch } : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers: Type.Object(headers) };
}

/** What PATCH takes beside plain JSON: its bodies are merge patches (RFC 7396). */
export const MERGE_PATCH = "application/merge-patch+json";

function bodySchema({ method, body, bodyForms }: Route): { body?: object } {
  if (bodyForms === undefined) {
    if (body === undefined) return {};
    const schema = withDecimalBounds(body) as object;
    if (method !== "PATCH") return { body: schema };
    return { body: { content: { "application/json": { schema }, [MERGE_PATCH]: { schema } } } };
  }
  return { body: { content: Object.fromEntries(bodyForms.map(({ mediaType, schema }) => [mediaType, { schema }])) } };
}

function successSchema(route: Route): object {
  if (route.response !== null) return { description: route.summary, ...route.response };
  if (route.mediaType === undefined) return Type.Null({ description: "Nothing." });
  const schema = { type: "string", ...(route.mediaType.startsWith("text/") ? {} : { format: "binary" }) };
  return { description: route.summary, content: { [route.mediaType]: { schema } } };
}

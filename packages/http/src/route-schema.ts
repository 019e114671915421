import type { FastifySchema } from "fastify";
import Type, { type TSchema } from "typebox";
import { withDecimalBounds } from "./decimal-formats.ts";
import { isSingleResource } from "./entity-tag.ts";
import { takesIdempotencyKey } from "./idempotency.ts";
import type { Route } from "./route.ts";
import { CATALOG_KEY_LENGTH, CATALOG_KEY_PATTERN } from "./schemas/catalog-key.ts";

const listParameters = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, description: "Page number, from 1." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Items per page. Default 10, maximum 100." })),
  sort: Type.Optional(
    Type.String({ description: "{field, order} or {<field>: asc|desc} as JSON or in brackets, or field:order." }),
  ),
});

/** `x-fields` tells programs, such as the client generator, what the description tells people. */
function withListParameters({ query, list }: Pick<Route, "query" | "list">, fields: readonly string[]): TSchema {
  const description = "JSON array of {field, operator, value}, or filters[0][field]=… in brackets.";
  const filters = Type.Optional(Type.String({ description, "x-fields": fields }));
  if (list?.filtersOnly === true) return Type.Object({ filters, ...propertiesOf(query) });
  const { page, limit, sort } = listParameters.properties;
  return Type.Object({ page, limit, filters, sort, ...propertiesOf(query) });
}

/** The members of an object's schema. Empty without a schema. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return schema !== undefined && Type.IsObject(schema) ? schema.properties : {};
}

/**
 * The description of the route in the OpenAPI document, and the schema that serializes its responses.
 * `openapi/complete-document.ts` adds what all routes have in common, mainly errors and response headers.
 *
 * @param takesIfMatch whether the written resource can be read at its own address, with an ETag
 */
export function routeSchema(route: Route, takesIfMatch = false): FastifySchema {
  const fields = Object.keys(route.list?.fields ?? {});
  const use = route.list?.filtersOnly === true ? "filter" : "filter and sort";
  const fieldNote = fields.length === 0 ? "" : `\n\nFields to ${use} by: ${fields.join(", ")}.`;
  const accessNote = accessNoteOf(route);
  const query = route.list === undefined ? route.query : withListParameters(route, fields);
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
      ...(isSingleResource(route)
        ? { 304: Type.Null({ description: "Not modified: the ETag in If-None-Match still matches." }) }
        : {}),
    },
  };
}

function accessNoteOf({ scope }: Route): string {
  switch (scope) {
    case null:
      return "Public: requires no key.";
    case "session":
      return "Requires a signed-in person. API keys cannot call this.";
    default:
      return `Required scope: \`${scope}\`.`;
  }
}

const idempotencyKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description: "Requests with the same key within 24 hours take effect only once.",
  }),
);
const catalogKey = Type.Optional(
  Type.String({
    pattern: CATALOG_KEY_PATTERN,
    maxLength: CATALOG_KEY_LENGTH,
    description:
      "The key of the new object in catalog files. Returns 422 `taken` if another object of the type has it.",
  }),
);
const ifMatch = Type.Optional(
  Type.String({
    description: "The ETag from your last read, compared strongly. Returns 412 if the resource has changed since.",
  }),
);
const ifNoneMatch = Type.Optional(
  Type.String({ description: "The ETag from your last read. Returns 304 if the resource has not changed." }),
);

/** The headers that the route supports. They are only documented here; each header is validated where it is read. */
function headersSchema(route: Route, takesIfMatch: boolean): { headers?: object } {
  const headers = {
    ...(takesIdempotencyKey(route) ? { "Idempotency-Key": idempotencyKey } : {}),
    ...(route.takesCatalogKey === true ? { "Catalog-Key": catalogKey } : {}),
    ...(takesIfMatch ? { "If-Match": ifMatch } : {}),
    ...(isSingleResource(route) ? { "If-None-Match": ifNoneMatch } : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers: Type.Object(headers) };
}

/** PATCH accepts this media type in addition to plain JSON: its bodies are merge patches (RFC 7396). */
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
  if (route.mediaType === undefined) return Type.Null({ description: "No content." });
  const schema = { type: "string", ...(route.mediaType.startsWith("text/") ? {} : { format: "binary" }) };
  return { description: route.summary, content: { [route.mediaType]: { schema } } };
}

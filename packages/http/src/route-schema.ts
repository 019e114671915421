import type { FastifySchema } from "fastify";
import Type, { type TSchema } from "typebox";
import type { Route } from "./route.ts";

const listParameters = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, description: "Page, from 1." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Items per page, 10 by default, at most 100." })),
  filters: Type.Optional(
    Type.String({ description: "JSON array of {field, operator, value}, or filters[0][field]=… in brackets." }),
  ),
  sort: Type.Optional(
    Type.String({ description: "{field, order} or {<field>: asc|desc} as JSON or in brackets, or field:order." }),
  ),
});

function withListParameters(query: TSchema | undefined): TSchema {
  return Type.Object({ ...listParameters.properties, ...propertiesOf(query) });
}

/** The members of an object's schema; none where there is no schema. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, TSchema>> {
  return schema !== undefined && Type.IsObject(schema) ? schema.properties : {};
}

/** What the route says of itself in the OpenAPI document, and the schema its answers are serialised with. */
export function routeSchema(route: Route): FastifySchema {
  const fields = Object.keys(route.list?.fields ?? {});
  const fieldNote = fields.length === 0 ? "" : `\n\nFields to filter and sort by: ${fields.join(", ")}.`;
  const accessNote = route.scope === null ? "Public: no key is needed." : `Scope: \`${route.scope}\`.`;
  const query = route.list === undefined ? route.query : withListParameters(route.query);
  const problem = {
    description: "A problem.",
    content: { "application/problem+json": { schema: Type.Ref("Problem#") } },
  };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description ?? route.summary}${fieldNote}\n\n${accessNote}`,
    ...(route.scope === null ? { security: [] } : {}),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(query === undefined ? {} : { querystring: query }),
    ...bodySchema(route),
    response: { [route.status]: successSchema(route), "4xx": problem, "5xx": problem },
  };
}

function bodySchema({ body, bodyForms }: Route): { body?: object } {
  if (bodyForms === undefined) return body === undefined ? {} : { body };
  return { body: { content: Object.fromEntries(bodyForms.map(({ mediaType, schema }) => [mediaType, { schema }])) } };
}

function successSchema(route: Route): object {
  if (route.response !== null) return { description: route.summary, ...route.response };
  if (route.mediaType === undefined) return Type.Null({ description: "Nothing." });
  const schema = { type: "string", ...(route.mediaType.startsWith("text/") ? {} : { format: "binary" }) };
  return { description: route.summary, content: { [route.mediaType]: { schema } } };
}

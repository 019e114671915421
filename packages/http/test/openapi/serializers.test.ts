import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import { expect, test } from "vitest";
import { problemSchema } from "../../src/problem.ts";
import { routeSchema } from "../../src/route-schema.ts";
import { routes } from "../../src/routes/routes.ts";
import { SERIALIZER_OPTIONS } from "../../src/serializer-options.ts";

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

test("the serializer of every response compiles, although a server compiles each when it is first needed", () => {
  const compile = SerializerSelector()({ problem: problemSchema }, SERIALIZER_OPTIONS);
  const failed: string[] = [];
  let compiled = 0;
  for (const route of routes) {
    const responses = routeSchema(route).response as Readonly<Record<string, Response>>;
    for (const [httpStatus, response] of Object.entries(responses)) {
      const schemas =
        response.content === undefined ? [response] : Object.values(response.content).map((one) => one.schema);
      for (const schema of schemas) {
        try {
          compile({ method: route.method, url: route.path, httpStatus, schema });
          compiled += 1;
        } catch (error) {
          failed.push(`${route.method} ${route.path} ${httpStatus}: ${String(error)}`);
        }
      }
    }
  }
  expect(failed).toEqual([]);
  expect(compiled).toBeGreaterThan(routes.length);
});

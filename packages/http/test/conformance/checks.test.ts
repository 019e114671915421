import Type from "typebox";
import { expect, test } from "vitest";
import { routes } from "../../src/routes/routes.ts";
import { bodyCheck, parameterCheck } from "../../src/validation.ts";

test("compiles the check of every route, which a server does only for the first caller (R-API-4)", () => {
  expect(routes.length).toBeGreaterThan(100);
  for (const { body = Type.Object({}), bodyForms, params, query } of routes) {
    if (bodyForms === undefined) expect(bodyCheck(body)({})).toBeInstanceOf(Array);
    for (const schema of [params, query]) {
      const check = parameterCheck(schema ?? Type.Object({}));
      // Some checks fail because of missing parameters. No other failure is allowed.
      try {
        check({});
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_parameter" });
      }
    }
  }
});

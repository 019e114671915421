import { expect, test } from "vitest";
import { invalid } from "../../src/errors/index.ts";

const fault = (pointer: string, detail = "Send it.") => ({ pointer, code: "required", detail });

test("the detail names the members, and says what is wrong with the whole body", () => {
  expect(invalid([fault("/name"), fault("/currency")]).message).toBe(
    "Some values are missing or invalid: /name, /currency. See errors.",
  );
  expect(invalid([fault("", "The change changes nothing.")]).message).toBe("The change changes nothing.");
  expect(invalid([fault("", "The body must be an object."), fault("/name")]).message).toBe(
    "The body must be an object. Some values are missing or invalid: /name. See errors.",
  );
});

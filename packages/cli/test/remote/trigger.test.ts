import { NOTIFICATION_TYPES } from "@counterfoil/service";
import { environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { STORIES, WITHOUT_STORY } from "../../src/remote/trigger/stories.ts";
import { finished } from "../running-command.ts";

// R-CLI-2: `trigger` plays a real story on a test clock that ends in the notification.

let variables: Record<string, string>;

beforeAll(async () => {
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization({ name: "Triggers" });
  variables = { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: api.token };
});

test("every type of notification has a story, or a reason why it has none", async () => {
  expect([...Object.keys(STORIES), ...Object.keys(WITHOUT_STORY)].toSorted()).toEqual(NOTIFICATION_TYPES.toSorted());
  const { code, output } = await finished(["trigger", "--list", "--json"], variables);
  expect(code).toBe(0);
  expect((JSON.parse(output) as unknown[]).length).toBe(NOTIFICATION_TYPES.length);
});

// Rejected events are reported when their minute has ended, which takes longer than all other stories together.
test.each(Object.keys(STORIES).filter((type) => type !== "event.rejected"))("trigger %s", async (type) => {
  const { code, output } = await finished(["trigger", type, "--json"], variables);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ type, data: expect.any(Object) });
});

test("an unknown type, one without a story, and an organization that is live are refused", async () => {
  const unknown = await finished(["trigger", "invoice.payed"], variables);
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('no notification type "invoice.payed"')]);
  const without = await finished(["trigger", "payment.failed"], variables);
  expect([without.code, without.output]).toEqual([2, expect.stringContaining("needs a payment provider")]);
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization({ name: "Live", ...({ sandbox: false } as object) });
  const live = await finished(["trigger", "account.created"], { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: api.token });
  expect([live.code, live.output]).toEqual([1, expect.stringContaining("not a sandbox")]);
  expect(await api.get("/accounts")).toMatchObject({ data: [] });
});

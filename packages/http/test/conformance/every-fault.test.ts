import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Page {
  data: unknown[];
}

test("one answer names what the schema refuses and what only the use case can judge, and writes nothing (R-API-4)", async () => {
  const { api } = await (await environment()).createOrganization();
  const body = { name: 7, currency: "XXQ", timezone: "Mars/Olympus" };
  const answer = await api.request<{ errors: { pointer: string }[] }>("POST", "/accounts", { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((fault) => fault.pointer).toSorted()).toEqual(["/currency", "/name", "/timezone"]);
  // Without its wrong member the rest could be written; it is not.
  await api.request("POST", "/accounts", { body: { name: "Acme", shoe: 1 } });
  expect((await api.get<Page>("/accounts")).data).toEqual([]);
});

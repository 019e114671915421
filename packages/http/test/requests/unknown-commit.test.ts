import { CommitUnknown } from "@counterfoil/service";
import { startEnvironment } from "@counterfoil/testkit/scenario";
import { expect, onTestFinished, test } from "vitest";

test("a request whose commit was not confirmed says so, and takes effect once when it is sent again (R-HA-1)", async () => {
  // The commit happens, and its answer is lost.
  let isAnswerLost = false;
  const platform = await startEnvironment(undefined, {
    isIdle: true,
    isSilent: true,
    wrapDatabase: (database) => ({
      ...database,
      async transaction(organizationId, work) {
        const result = await database.transaction(organizationId, work);
        if (isAnswerLost) throw new CommitUnknown();
        return result;
      },
    }),
  });
  onTestFinished(() => platform.stop());
  const { api } = await platform.createOrganization();
  const create = () =>
    api.request("POST", "/accounts", { body: { name: "Once" }, headers: { "Idempotency-Key": "account 1" } });
  const event = { uniqueId: "e-1", account: "once", eventName: "call" };
  await api.post("/accounts", { name: "Events", aliases: ["once"] });

  isAnswerLost = true;
  const [first, sent] = [await create(), await api.request("POST", "/events", { body: event })];
  for (const { status, headers, body } of [first, sent]) {
    expect([status, body["code"]]).toEqual([503, "database_unavailable"]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(body["detail"]).toContain("it may have taken effect");
  }

  isAnswerLost = false;
  expect((await create()).status).toBe(201);
  const { data } = await api.get<{ data: { name: string }[] }>("/accounts");
  expect(data.filter(({ name }) => name === "Once")).toHaveLength(1);
  const again = await api.post<{ ingested: string[]; duplicates: string[] }>("/events", { events: [event] });
  expect([...again.ingested, ...again.duplicates]).toEqual(["e-1"]);
});

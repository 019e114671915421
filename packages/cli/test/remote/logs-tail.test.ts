import { environment } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { runCommand } from "../running-command.ts";

// R-CLI-2: `logs tail` shows the requests of the log, each once.

test("shows the last requests, then new ones, each once and only those that were asked for", async () => {
  const { url, createOrganization } = await environment();
  const { api } = await createOrganization();
  const refuse = (name: string) => api.request("POST", "/products", { body: { name, feeType: "monthly" } });
  await refuse("Before");
  await expect.poll(async () => (await api.get<{ items: object[] }>("/request-log")).items.length).toBe(1);
  const tail = runCommand(["logs", "tail", "--status", "4xx", "--path", "/products", "--count", "6", "--json"], {
    COUNTERFOIL_URL: url,
    COUNTERFOIL_API_KEY: api.token,
  });
  await expect.poll(tail.output, { timeout: 20_000 }).toContain("validation_failed");
  await api.get("/products");
  const names = ["One", "Two", "Three", "Four", "Five"];
  const requestIds: (string | null)[] = [];
  for (const name of names) requestIds.push((await refuse(name)).headers.get("X-Request-Id"));
  expect(await tail.ended).toBe(0);
  const shown = tail
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: string; requestId: string; status: number });
  expect(shown.slice(1).map(({ requestId }) => requestId)).toEqual(requestIds);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(6);
  expect(shown.every(({ status }) => status === 422)).toBe(true);
});

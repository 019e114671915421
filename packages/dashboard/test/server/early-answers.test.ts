import { afterEach, expect, test, vi } from "vitest";
import { fetchOrTake } from "../../src/server/early-answers.ts";

afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
});

const get = { method: "GET" };

test("an answer that is on its way is taken once, and later requests are sent", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: unknown) => {
    sent.push(url);
    return new Response("later");
  });
  globalThis.earlyAnswers = new Map([["/me", Promise.resolve(new Response("early"))]]);
  expect(await (await fetchOrTake("/me", get)).text()).toBe("early");
  expect(await (await fetchOrTake("/me", get)).text()).toBe("later");
  expect(await (await fetchOrTake("/organization", get)).text()).toBe("later");
  expect(sent).toEqual(["/me", "/organization"]);
});

test("a write never takes the answer of a read", async () => {
  vi.stubGlobal("fetch", async () => new Response("written"));
  globalThis.earlyAnswers = new Map([["/organization", Promise.resolve(new Response("early"))]]);
  expect(await (await fetchOrTake("/organization", { method: "PATCH" })).text()).toBe("written");
});

test("waiting for an early answer ends when the caller aborts", async () => {
  globalThis.earlyAnswers = new Map([["/me", new Promise<Response>(() => undefined)]]);
  const controller = new AbortController();
  const waiting = fetchOrTake("/me", { ...get, signal: controller.signal });
  controller.abort(new Error("left the page"));
  await expect(waiting).rejects.toThrow("left the page");
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, Download, EventStream } from "@counterfoil/sdk";
import { expect, test } from "vitest";

type Method = (...values: unknown[]) => unknown;

/** Calls every method with a string for each parameter, and returns the requests to the server. */
async function askEverything(): Promise<{ method: string; path: string; name: string }[]> {
  const asked: { method: string; path: string; name: string }[] = [];
  let name = "";
  const client = createClient({
    baseUrl: "http://localhost",
    fetch: (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      asked.push({ method: init?.method ?? "", path: new URL(address).pathname, name });
      const body = address.endsWith("/tail") ? "retry: 1\n\n" : "{}";
      return Promise.resolve(new Response(body));
    },
  });
  for (const [resource, api] of Object.entries(client)) {
    const prototype = Object.getPrototypeOf(api) as object;
    for (const method of Object.getOwnPropertyNames(prototype).filter((one) => one !== "constructor")) {
      name = `${resource}.${method}`;
      const call = (api as Record<string, Method>)[method]!;
      const words = Array.from({ length: call.length }, () => "word");
      const answer = call.apply(api, words);
      if (answer instanceof EventStream) await askStream(answer);
      else await (answer instanceof Download ? answer.text() : (answer as Promise<unknown>));
    }
  }
  return asked;
}

async function askStream(stream: EventStream<unknown>): Promise<void> {
  const reading = stream[Symbol.asyncIterator]();
  // The stream never delivers anything; only its first request matters.
  void reading.next().catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  void reading.return(undefined).catch(() => undefined);
}

test("every operation of the OpenAPI document is one method of the client (R-SDK-1)", async () => {
  const document = JSON.parse(await readFile(join(import.meta.dirname, "../../http/openapi.json"), "utf8")) as {
    paths: Record<string, Record<string, { operationId: string; "x-same-as"?: string }>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, { operationId }]) => ({
        operationId,
        asked: `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "word")}`,
      })),
  );
  expect(operations.length).toBeGreaterThan(100);

  const asked = await askEverything();
  const byAddress = Map.groupBy(asked, ({ method, path }) => `${method} ${path}`);
  const missing = operations.filter(({ asked: address }) => !byAddress.has(address));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  const twice = [...byAddress].filter(([, calls]) => new Set(calls.map((call) => call.name)).size > 1);
  expect(twice).toEqual([]);
  expect(byAddress.size).toBe(operations.length);
});

test("methods have the names of the API's resources", () => {
  const client = createClient();
  const names = (api: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(api));
  expect(names(client.invoices)).toEqual(
    expect.arrayContaining(["list", "get", "getPdf", "getXml", "issue", "void", "explainLine", "listCreditNotes"]),
  );
  expect(names(client.subscriptions)).toEqual(
    expect.arrayContaining(["create", "activate", "listVersions", "previewChange"]),
  );
  expect(names(client.events)).toEqual(expect.arrayContaining(["ingest", "list", "tail", "readUnmatched"]));
  expect(names(client.hostedInvoices)).toEqual(expect.arrayContaining(["get", "getPdf", "pay"]));
});

import { createClient, CounterfoilError } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import { type FaultyAnswer, faultyServer, hangUp, problem } from "./support/faulty-server.ts";

/** Sends a piece of a stream, byte by byte if it is short, then breaks the connection or ends the response. */
function stream(text: string, end: "break" | "end" = "end"): FaultyAnswer {
  return (_seen, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const middle = Math.floor(text.length / 2);
    response.write(text.slice(0, middle), () =>
      response.write(text.slice(middle), () => (end === "break" ? response.destroy() : response.end())),
    );
  };
}

const told = (id: number) => `id: ${id}\ndata: {"uniqueId":"e${id}"}\n\n`;

test("a broken stream continues after its last item, and a rejection ends it", async () => {
  const { url, seen } = await faultyServer(
    stream(`retry: 5\n\n:\n\n${told(1)}${told(2)}id: 3\nda`, "break"),
    hangUp,
    stream(`retry: 5\r\n\r\nid: 3\r\ndata: {"uniqueId":\r\ndata: "e3"}\r\n\r\n`),
    problem(401, "unauthorized"),
  );
  const client = createClient({ baseUrl: url, apiKey: "key" });
  const ids: string[] = [];
  const listen = async () => {
    for await (const { id, data } of client.events.tail({ account: "acme" }, { lastEventId: "0" })) {
      ids.push(`${id} ${data.uniqueId}`);
    }
  };
  const error: unknown = await listen().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CounterfoilError);
  expect(error).toMatchObject({ status: 401 });
  expect(ids).toEqual(["1 e1", "2 e2", "3 e3"]);
  expect(seen.map(({ headers }) => headers["last-event-id"])).toEqual(["0", "2", "2", "3"]);
  expect(seen.map((one) => one.url)).toEqual(Array(4).fill("/events/tail?account=acme"));
});

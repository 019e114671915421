import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultyAnswer } from "../../support/faulty-server.ts";

// The files in `recorded` have the wire formats that OpenAI and Anthropic document, with the figures of these tests. No
// test calls a provider.

const textOf = (name: string) => readFileSync(join(import.meta.dirname, "../recorded", name), "utf8");

/** Not a divisor of an event, so that chunks end within events and within characters. */
const CHUNK_BYTES = 61;

/** The whole answer of the file. */
export function recorded(name: string, status = 200, headers: Record<string, string> = {}): FaultyAnswer {
  return (_seen, response) => {
    const isStream = name.endsWith(".sse");
    const contentType = isStream ? "text/event-stream; charset=utf-8" : "application/json";
    response.writeHead(status, {
      "Content-Type": contentType,
      "x-request-id": "req_1",
      "request-id": "req_1",
      ...headers,
    });
    const bytes = Buffer.from(textOf(name));
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) response.write(bytes.subarray(at, at + CHUNK_BYTES));
    response.end();
  };
}

/** The answer of a provider that speaks like OpenAI, but reports no usage. */
export const withoutUsage: FaultyAnswer = (seen, response) => {
  const { usage: _, ...answer } = JSON.parse(textOf("openai-chat.json")) as Record<string, unknown>;
  const isStream = (JSON.parse(seen.body) as { stream?: boolean }).stream === true;
  const chunks = textOf("openai-chat.sse").split("\n\n");
  response.writeHead(200, { "Content-Type": isStream ? "text/event-stream" : "application/json" });
  response.end(isStream ? chunks.filter((chunk) => !chunk.includes('"usage":{')).join("\n\n") : JSON.stringify(answer));
};

/** The first events of the file. Then the stream stays open, or breaks. */
export function begun(name: string, events: number, then: "silence" | "break"): FaultyAnswer {
  return (_seen, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    const first = textOf(name).split("\n\n").slice(0, events);
    response.write(`${first.join("\n\n")}\n\n`, () => {
      if (then === "break") response.destroy();
    });
  };
}

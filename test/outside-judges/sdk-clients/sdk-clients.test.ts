import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, onTestFinished, test } from "vitest";
import { signedHeaders } from "../../../packages/service/src/webhooks/webhook-message.ts";
import cases from "./cases.json" with { type: "json" };
import { linesOf, missingPrograms, PREPARE } from "./runners.ts";

// R-SDK-2: the Python and the Go client pass the same cases against a real server. The first run installs mypy from PyPI and
// compiles Go's library, which takes minutes on a small machine, so this runs only on request: COUNTERFOIL_CLIENTS=1 npx
// vitest run --project outside test/outside-judges/sdk-clients

const LONGEST_MILLISECONDS = 900_000;
const isAskedFor = process.env["COUNTERFOIL_CLIENTS"] === "1";
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface SeenRequest {
  readonly key: unknown;
  readonly body: string;
}

/** Answers the first request with 503, and passes all later ones to the server. */
async function faultyProxy(target: string): Promise<{ url: string; seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const proxy = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      seen.push({ key: request.headers["idempotency-key"], body: body.toString() });
      if (seen.length === 1) {
        response.writeHead(503, { "Retry-After": "1" }).end("busy");
        return;
      }
      const headers = ["authorization", "content-type", "idempotency-key", "accept"].map((name): [string, string] => [
        name,
        String(request.headers[name]),
      ]);
      const { method = "GET", url = "/" } = request;
      void fetch(target + url, { method, headers, body }).then(async (answer) => {
        response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen };
}

function signedNotification(): { body: string; secret: string; headers: Record<string, string> } {
  const body =
    '{"type":"invoice.issued","timestamp":"2026-05-01T00:00:00.000Z","data":{"id":"inv_1","total":"119.00"}}';
  return { body, secret: SECRET, headers: signedHeaders({ id: "ntf_1", body }, [SECRET], new Date().toISOString()) };
}

test.runIf(isAskedFor)("Python and Go are installed (R-SDK-2)", () => {
  expect(missingPrograms()).toBeNull();
});

test.runIf(isAskedFor).each(["python", "go"] as const)(
  "the %s client passes every case (R-SDK-2)",
  { timeout: LONGEST_MILLISECONDS },
  async (language) => {
    const own = cases.filter(({ languages }) => languages === undefined || languages.includes(language));
    const story: Story = await scenario({ start: "2026-01-05" });
    const { url } = story.environment;
    const proxy = await faultyProxy(url);
    const command = await PREPARE[language]();
    const lines = await linesOf(command, {
      url,
      faultyUrl: proxy.url,
      key: story.api.token,
      webhook: signedNotification(),
      cases: own.map(({ name, input }) => ({ name, input })),
    });
    expect(lines).toEqual(own.map(({ name, expected }) => ({ name, result: expected })));
    expect(own.length).toBeGreaterThanOrEqual(8);
    const retried = proxy.seen.filter(({ body }) => body.includes("Retried")).map(({ key }) => key);
    expect(retried).toEqual([expect.stringMatching(/./), retried[0]]);
    // A float has about 17 digits.
    expect(proxy.seen.at(-1)?.body).toContain('{"quantity":0.1234567890123456789012345}');
  },
);

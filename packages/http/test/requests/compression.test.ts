import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { environment, type Environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-API-5: a compressed response has its own ETag, and a write may name either.

let platform: Environment;
let key: string;
let accountId: string;

beforeAll(async () => {
  platform = await environment();
  const { api } = await platform.createOrganization();
  key = api.token;
  for (let number = 1; number <= 60; number += 1) {
    accountId = (await api.post("/accounts", { name: `Account ${number}`, currency: "EUR" })).id;
  }
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** `fetch` decompresses by itself, so this sends the request as it is. */
function send(path: string, headers: Record<string, string>, method = "GET", content?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      platform.url + path,
      { method, headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(content);
  });
}

test("a list is at most a fifth of its size with brotli or gzip, and says the same", async () => {
  const plain = await send("/accounts?limit=50", {});
  expect(plain.headers["content-encoding"]).toBeUndefined();
  for (const [encoding, decompress] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const { headers, body } = await send("/accounts?limit=50", { "accept-encoding": encoding });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers["vary"]).toMatch(/accept-encoding/i);
    expect(body.length).toBeLessThan(plain.body.length / 5);
    expect(decompress(body).toString()).toBe(plain.body.toString());
  }
});

test("brotli is preferred to gzip, as browsers accept both", async () => {
  const { headers } = await send("/accounts?limit=50", { "accept-encoding": "gzip, deflate, br, zstd" });
  expect(headers["content-encoding"]).toBe("br");
});

test("answers below 1 kB and documents are sent as they are", async () => {
  const small = await send(`/accounts/${accountId}`, { "accept-encoding": "br" });
  expect(small.body.length).toBeLessThan(1_024);
  expect(small.headers["content-encoding"]).toBeUndefined();
  const text = await send("/health/metrics", { "accept-encoding": "br" });
  expect(text.headers["content-type"]).toMatch(/^text\/plain/);
  expect(text.body.length).toBeGreaterThan(1_024);
  expect(text.headers["content-encoding"]).toBeUndefined();
});

test("a compressed resource has its own ETag, which revalidates it and guards a write", async () => {
  const description = "A long description. ".repeat(80);
  const path = `/products/${JSON.parse((await send("/products", {}, "POST", JSON.stringify({ name: "Base", feeType: "fixed", description }))).body.toString()).id}`;
  const plain = await send(path, {});
  const compressed = await send(path, { "accept-encoding": "br" });
  const [tag, compressedTag] = [String(plain.headers["etag"]), String(compressed.headers["etag"])];
  expect(compressedTag).toBe(tag.replace(/"$/, '.br"'));
  for (const known of [tag, compressedTag]) {
    expect((await send(path, { "accept-encoding": "br", "if-none-match": known })).status).toBe(304);
  }
  const rename = (name: string, ifMatch: string) =>
    send(path, { "if-match": ifMatch }, "PATCH", JSON.stringify({ name }));
  expect((await rename("Plus", compressedTag)).status).toBe(200);
  expect((await rename("Pro", compressedTag)).status).toBe(412);
});

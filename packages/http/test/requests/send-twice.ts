import type { Answer, Api, RequestOptions } from "@counterfoil/testkit/scenario";
import { expect } from "vitest";

/** A client that sends every write twice with one Idempotency-Key, and requires the same response. */
export interface TwiceApi extends Api {
  /** `POST /accounts`, for each request that returned 2xx twice. */
  readonly sent: Set<string>;
}

const TOLD_AGAIN = ["Location", "ETag", "Content-Type"];

export function sendTwice(api: Api): TwiceApi {
  const sent = new Set<string>();

  async function request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    if (method === "GET") return api.request<Body>(method, path, options);
    const once = { ...options, headers: { ...options.headers, "Idempotency-Key": crypto.randomUUID() } };
    const first = await api.request<Body>(method, path, once);
    if (first.status > 299)
      throw new Error(`${method} ${path} answered ${first.status}: ${JSON.stringify(first.body)}`);
    const second = await api.request<Body>(method, path, once);
    const told = (answer: Answer<Body>) => TOLD_AGAIN.map((name) => answer.headers.get(name));
    expect([path, second.status, second.body, told(second)]).toEqual([path, first.status, first.body, told(first)]);
    expect(first.headers.get("Idempotent-Replayed"), path).toBeNull();
    expect(second.headers.get("Idempotent-Replayed"), path).toBe("true");
    sent.add(
      `${method} ${path.replace(/\?.*/, "").replaceAll(/\/(?:[a-z]+_[0-9a-z]{26}|[\w-]{43})(?=\/|$)/g, "/{id}")}`,
    );
    return first;
  }

  return {
    token: api.token,
    sent,
    request,
    get: api.get,
    post: async (path, body) => (await request<never>("POST", path, { body })).body,
    patch: async (path, body) => (await request<never>("PATCH", path, { body })).body,
    async delete(path) {
      await request("DELETE", path);
    },
  };
}

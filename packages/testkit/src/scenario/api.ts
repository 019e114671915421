import { setTimeout as pause } from "node:timers/promises";

/** A response. `body` is the parsed JSON, or the text of anything else. */
export interface Answer<Body = Json> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A JSON body with members that tests read by name. */
export type Json = Record<string, unknown> & { readonly id: string };

export interface RequestOptions {
  /** Sent as JSON unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How often a request that gets a 503 is repeated, like a client that respects Retry-After. */
export interface ApiPatience {
  readonly unavailableRetries: number;
}

/** The API as a client with one key sees it. */
export interface Api {
  readonly token: string;
  /** Returns any response. */
  request<Body = Json>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>>;
  /** Returns the body of a 2xx response. Any other response is an error that shows the problem. */
  get<Body = Json>(path: string): Promise<Body>;
  post<Body = Json>(path: string, body?: unknown): Promise<Body>;
  patch<Body = Json>(path: string, body: unknown): Promise<Body>;
  delete(path: string): Promise<void>;
}

const UNAVAILABLE = 503;
/** The pause before such a request is repeated. */
const PAUSE_MILLISECONDS = 250;

export function createApi(url: string, token: string, patience: ApiPatience = { unavailableRetries: 0 }): Api {
  async function request<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> {
    for (let retries = 0; ; retries += 1) {
      const answer = await requestOnce<Body>(method, path, options);
      if (answer.status !== UNAVAILABLE || retries >= patience.unavailableRetries) return answer;
      await pause(PAUSE_MILLISECONDS);
    }
  }

  async function requestOnce<Body>(method: string, path: string, options: RequestOptions): Promise<Answer<Body>> {
    const { body, headers = {} } = options;
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined || isRaw ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /[/+]json\b/.test(answer.headers.get("Content-Type") ?? "");
    return { status: answer.status, headers: answer.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }

  async function succeed<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await request<Body>(method, path, { body });
    if (answer.status < 200 || answer.status > 299) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body, null, 2)}`);
    }
    return answer.body;
  }

  return {
    token,
    request,
    get: (path) => succeed("GET", path),
    post: (path, body) => succeed("POST", path, body),
    patch: (path, body) => succeed("PATCH", path, body),
    async delete(path) {
      await succeed("DELETE", path);
    },
  };
}

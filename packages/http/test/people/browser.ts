import { type Environment, PASSWORD } from "@counterfoil/testkit/scenario";

/** A response to a browser. */
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A browser on our own pages: it keeps cookies and states the origin of a request. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Page>;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  signIn(email: string, password?: string): Promise<Page>;
}

export function openBrowser({ url }: Pick<Environment, "url">, kept: ReadonlyMap<string, string> = new Map()): Browser {
  const cookies = new Map(kept);

  async function send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(cookie === "" ? {} : { Cookie: cookie }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(method === "GET" ? {} : { Origin: url }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) keep(line);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text.startsWith("{") ? JSON.parse(text) : {} };
  }

  function keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    signIn: (email, password = PASSWORD) => send("POST", "/auth/sign-in", { email, password }),
  };
}

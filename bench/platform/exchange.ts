import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A client connection that writes raw HTTP requests, so the client uses little CPU compared with the server. */
export interface Exchange {
  /** Reconnects if the server has closed an idle connection. */
  send(method: "GET" | "POST", path: string, body?: string): Promise<Answer>;
  /** Sends a request and returns the body of the 200. Throws for any other status. */
  post(path: string, body: string): Promise<string>;
  get(path: string): Promise<string>;
  close(): void;
}

export async function openExchange(target: { readonly url: string; readonly token: string }): Promise<Exchange> {
  const { hostname, port, host } = new URL(target.url);
  const heading = `Host: ${host}\r\nAuthorization: Bearer ${target.token}\r\n`;
  let received = "";
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let socket = await open();

  async function open(): Promise<Socket> {
    const opened = connect(Number(port), hostname);
    opened.setNoDelay(true);
    // A character for each byte, because Content-Length counts bytes.
    opened.setEncoding("latin1");
    await new Promise((resolve, reject) => opened.once("connect", resolve).once("error", reject));
    received = "";
    opened.on("data", take);
    opened.on("close", () => waiting?.reject(new Error("the server closed the connection")));
    return opened;
  }

  function take(text: string): void {
    received += text;
    const start = received.indexOf("\r\n\r\n") + 4;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? "NaN");
    if (start < 4 || received.length < start + length) return;
    waiting?.resolve({
      status: Number(received.slice(9, 12)),
      head: received.slice(0, start),
      body: Buffer.from(received.slice(start), "latin1").toString(),
    });
    received = "";
  }

  async function send(method: "GET" | "POST", path: string, body?: string): Promise<Answer> {
    if (socket.readyState !== "open") socket = await open();
    waiting = Promise.withResolvers();
    const about =
      body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(`${method} ${path} HTTP/1.1\r\n${heading}${about}\r\n${body ?? ""}`);
    return waiting.promise;
  }

  async function bodyOf(answer: Promise<Answer>): Promise<string> {
    const { status, head, body } = await answer;
    if (status !== 200) throw new Error(`answered ${head}${body}`);
    return body;
  }

  return {
    send,
    post: (path, body) => bodyOf(send("POST", path, body)),
    get: (path) => bodyOf(send("GET", path)),
    close: () => socket.destroy(),
  };
}

/** Runs an operation on several connections until there is no more work. Each starts its next one after a response. */
export async function onConnections(
  target: { readonly url: string; readonly token: string },
  count: number,
  lane: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const exchanges = await Promise.all(Array.from({ length: count }, () => openExchange(target)));
  await Promise.all(exchanges.map(lane));
  for (const exchange of exchanges) exchange.close();
}

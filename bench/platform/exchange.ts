import { connect, type Socket } from "node:net";

/** One connection of a client that writes requests by hand, so that the client costs little beside the server. */
export interface Exchange {
  /** Sends a POST and answers the body of its 200. */
  post(path: string, body: string): Promise<string>;
  close(): void;
}

export async function openExchange(target: { readonly url: string; readonly token: string }): Promise<Exchange> {
  const { hostname, port, host } = new URL(target.url);
  const socket: Socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const head = `Host: ${host}\r\nAuthorization: Bearer ${target.token}\r\nContent-Type: application/json\r\n`;
  let received = "";
  let waiting: PromiseWithResolvers<string> | undefined;
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    received += text;
    const start = received.indexOf("\r\n\r\n") + 4;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? "NaN");
    if (start < 4 || received.length < start + length) return;
    const body = received.slice(start);
    if (received.startsWith("HTTP/1.1 200 ")) waiting?.resolve(body);
    else waiting?.reject(new Error(`answered ${received}`));
    received = "";
  });
  return {
    post(path, body) {
      waiting = Promise.withResolvers();
      socket.write(`POST ${path} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A received request. */
export interface TakenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The parsed body. */
  readonly said: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A status, or a function that writes the response itself. */
export type Reply = number | ((response: ServerResponse) => void);

export interface LocalReceiver {
  readonly url: string;
  readonly taken: TakenRequest[];
  /** Sets the responses from now on; 204 at first. */
  answers(reply: (request: TakenRequest) => Reply | Promise<Reply>): void;
  stop(): Promise<void>;
}

/** Starts a real HTTP server on a free port of this machine, which stores what it receives. */
export async function startReceiver(): Promise<LocalReceiver> {
  const taken: TakenRequest[] = [];
  let replyTo: (request: TakenRequest) => Reply | Promise<Reply> = () => 204;
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const one = { path: request.url ?? "", headers, body, said: JSON.parse(body) as TakenRequest["said"] };
    taken.push(one);
    const reply = await replyTo(one);
    if (typeof reply === "number") response.writeHead(reply).end();
    else reply(response);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    taken,
    answers(reply) {
      replyTo = reply;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** For each account, the names in the order of their first delivery. */
export function firstTold(receiver: LocalReceiver): Map<string, string[]> {
  const told = new Map<string, string[]>();
  for (const { said } of receiver.taken) {
    const [id, name] = [String(said.data["id"]), String(said.data["name"])];
    const names = told.get(id) ?? [];
    if (!names.includes(name)) told.set(id, [...names, name]);
  }
  return told;
}

import { Agent, request } from "node:http";

/** Sends JSON texts over a few kept connections, each answered before the next, and answers the sum of `count` of each. */
export async function sendAll(
  target: { readonly url: string; readonly token: string; readonly connections: number },
  bodies: readonly string[],
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: target.connections });
  const rest = bodies.values();
  const lanes = Array.from({ length: target.connections }, async () => {
    for (const body of rest) await post(agent, target, body);
  });
  await Promise.all(lanes);
  agent.destroy();
}

function post(agent: Agent, target: { url: string; token: string }, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      target.url,
      {
        agent,
        method: "POST",
        headers: {
          Authorization: `Bearer ${target.token}`,
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`answered ${answer.statusCode}`));
        });
        answer.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

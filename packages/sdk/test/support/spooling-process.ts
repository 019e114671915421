// Spools events until it is killed, and prints the ID of each as soon as it is on disk.
//
//     node spooling-process.ts <url> <token> <folder> <prefix>
import { createClient } from "@counterfoil/sdk";
import { openEventSpool } from "@counterfoil/sdk/node";

const [url = "", token = "", folder = "", prefix = ""] = process.argv.slice(2);
const client = createClient({ baseUrl: url, apiKey: token });
const spool = await openEventSpool(client.events, { folder, batchEvents: 50, flushMilliseconds: 0 });
process.stdout.write("open\n");

async function sendWithoutEnd(sender: number): Promise<void> {
  for (let k = 0; ; k += 1) {
    const uniqueId = `${prefix}-${sender}-${k}`;
    await spool.send({ uniqueId, account: "acme", eventName: "call", properties: { sender } });
    // Wait for the write: IDs in a full pipe would be lost with the process.
    await new Promise((told) => process.stdout.write(`${uniqueId}\n`, told));
  }
}

await Promise.all([1, 2, 3, 4].map(sendWithoutEnd));

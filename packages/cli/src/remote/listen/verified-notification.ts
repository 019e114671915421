import { createHmac } from "node:crypto";
import { type Notification, verifyWebhook, WebhookVerificationError } from "@counterfoil/sdk";
import { CommandError } from "../../command.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { ReceivedWebhook } from "./local-server.ts";

/** Checks the signature of a streamed notification, and returns it as the webhook that was signed. */
export async function verified(notification: Notification, server: RemoteServer): Promise<ReceivedWebhook> {
  const { id, type, timestamp, data, signature } = notification;
  if (signature === undefined) {
    throw new CommandError(
      `${server.url} did not sign notification ${id}. Update the server, or check the proxy before it.`,
    );
  }
  // Parsing and writing JSON changes no byte of what Counterfoil wrote with the same functions.
  const body = JSON.stringify({ type, timestamp, data });
  try {
    await verifyWebhook({
      body,
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(signature.timestamp),
        "webhook-signature": signature.value,
      },
      secret: streamSecretOf(server.apiKey),
    });
    return { id, body };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new CommandError(refusal(error, id, server), 1, { cause: error });
  }
}

/** What the stream is signed with for the holder of the key, as `GET /notifications/tail` describes it. */
function streamSecretOf(apiKey: string): string {
  return `whsec_${createHmac("sha256", apiKey).update("counterfoil notification stream").digest("base64")}`;
}

function refusal({ code, message }: WebhookVerificationError, id: string, { clock, url }: RemoteServer): string {
  if (code === "too_old" || code === "too_new") {
    const reason =
      clock.fault() ?? "The clock of this computer differs from the server's. Set both, for example with NTP.";
    return `Notification ${id} was not forwarded: ${message}\n${reason}`;
  }
  return (
    `Notification ${id} was not forwarded: its signature is wrong, so it was changed on its way from ${url}.\n` +
    "Use an https address, and check the proxies on the way."
  );
}

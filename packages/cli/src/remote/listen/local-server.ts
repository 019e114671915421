import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../../command.ts";
import { computerNow } from "../computer-clock.ts";

/** A webhook as it was received, before it is signed again. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly body: string;
}

/** What the local server did with a webhook. */
export interface LocalAnswer {
  /** Null if it did not respond in time. */
  readonly status: number | null;
  readonly milliseconds: number;
}

/** Sends webhooks to the server that is being developed. */
export interface LocalServer {
  readonly url: string;
  /** Milliseconds until a connection is open; null if there is none. */
  probe(): Promise<number | null>;
  /**
   * Sends one webhook. While nothing listens at the address, it waits and tries again, so that a restart of the local
   * server loses nothing. Null if the signal was aborted before there was a connection.
   */
  deliver(webhook: ReceivedWebhook, signal: AbortSignal, onWait: () => void): Promise<LocalAnswer | null>;
}

/** As long as webhook endpoints get (R-HOOK-2). */
const ANSWER_MILLISECONDS = 15_000;
const PROBE_MILLISECONDS = 2_000;
const FIRST_WAIT_MILLISECONDS = 250;
const LONGEST_WAIT_MILLISECONDS = 2_000;
const SECRET_PREFIX = "whsec_";
/** Failures of which it is certain that the server did not receive the request. */
const NOT_CONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

export function openLocalServer(url: string, secret: string): LocalServer {
  const address = new URL(url);

  async function attempt(webhook: ReceivedWebhook): Promise<LocalAnswer | "not connected"> {
    const began = performance.now();
    const milliseconds = () => Math.round(performance.now() - began);
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: signedHeaders(webhook, secret),
        body: webhook.body,
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      await response.arrayBuffer();
      return { status: response.status, milliseconds: milliseconds() };
    } catch (error) {
      return isNotConnected(error) ? "not connected" : { status: null, milliseconds: milliseconds() };
    }
  }

  return {
    url,
    probe: () => openConnection(address),
    async deliver(webhook, signal, onWait) {
      for (let wait = FIRST_WAIT_MILLISECONDS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MILLISECONDS)) {
        const answer = await attempt(webhook);
        if (answer !== "not connected") return answer;
        if (wait === FIRST_WAIT_MILLISECONDS) onWait();
        await pause(wait, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return null;
      }
    },
  };
}

/** `3000/hooks`, `localhost:3000/hooks` or a whole URL. */
export function readForwardUrl(given: string): string {
  const hasPortOnly = /^\d+(?:\/|$)/.test(given);
  const full = hasPortOnly ? `http://localhost:${given}` : /^https?:\/\//i.test(given) ? given : `http://${given}`;
  if (!URL.canParse(full)) {
    throw new CommandError(
      `--forward-to is "${given}"; expected an address such as http://localhost:3000/webhooks.`,
      2,
    );
  }
  return new URL(full).href;
}

/** The headers of a webhook (R-HOOK-1), signed now with the secret of this profile. */
function signedHeaders({ id, body }: ReceivedWebhook, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(computerNow() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  const values = { id, timestamp, signature };
  const named = (prefix: string) => Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]);
  return {
    "Content-Type": "application/json",
    "User-Agent": "Counterfoil-Webhooks/1 (counterfoil listen)",
    ...Object.fromEntries([...named("webhook"), ...named("svix")]),
  };
}

function isNotConnected(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NOT_CONNECTED.includes((cause as NodeJS.ErrnoException).code ?? "")) return true;
  }
  return false;
}

function openConnection(address: URL): Promise<number | null> {
  const began = performance.now();
  const port = address.port === "" ? (address.protocol === "https:" ? 443 : 80) : Number(address.port);
  const socket = connect({ host: address.hostname.replace(/^\[|\]$/g, ""), port, timeout: PROBE_MILLISECONDS });
  return new Promise((resolve) => {
    const end = (result: number | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("connect", () => end(Math.round(performance.now() - began)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null));
  });
}

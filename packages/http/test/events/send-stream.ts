import { request, type ClientRequest } from "node:http";
import type { Answer, Json } from "@counterfoil/testkit/scenario";

export interface Lists {
  ingested: string[];
  failed: string[];
  duplicates: string[];
  errors: { index: number; uniqueId: string | null; code: string; detail: string }[];
  counts?: Counts;
}

export interface Counts {
  ingested: number;
  failed: number;
  duplicates: number;
  errors: number;
}

export interface OpenStream<Body> {
  readonly sender: ClientRequest;
  readonly answer: Promise<Answer<Body>>;
}

/** Starts to send NDJSON in chunks. The test writes and ends it. */
export function openStream<Body = Lists>(
  url: string,
  token: string,
  path = "/events",
  headers: Readonly<Record<string, string>> = {},
): OpenStream<Body> {
  const answered = Promise.withResolvers<Answer<Body>>();
  const sender = request(url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/x-ndjson", ...headers },
  });
  sender.on("error", answered.reject);
  sender.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", answered.reject);
    response.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Json & Body;
      const answerHeaders = new Headers(response.headers as Record<string, string>);
      answered.resolve({ status: response.statusCode ?? 0, headers: answerHeaders, body });
    });
  });
  answered.promise.catch(() => undefined);
  return { sender, answer: answered.promise };
}

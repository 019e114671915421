import type { LoggedRequest } from "@counterfoil/sdk";
import type { Command } from "../../command.ts";
import { listenForStop } from "../../platform/stop-request.ts";
import { followRequests } from "../follow-requests.ts";
import { outputStyle } from "../print.ts";
import { readCount } from "../read-count.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote-server.ts";

const SHOWN_FIRST = 10;

export const logsTail: Command = {
  description: [
    "Shows the last requests of the request log, and new ones until you stop it. The key needs the scope admin.",
    "A request with both bodies: get /request-log/ID.",
    WHICH_SERVER,
  ].join("\n"),
  example: "logs tail --status 4xx --path /invoices",
  options: {
    status: { type: "string", value: "STATUS", help: "Only this status or class: 404 or 4xx" },
    method: { type: "string", value: "METHOD", help: "Only this method" },
    path: { type: "string", value: "PART", help: "Only paths that contain this" },
    count: { type: "string", value: "N", help: "Stop after this many requests" },
    ...profileOption,
    json: { type: "boolean", help: "Print one line of JSON for each request" },
  },
  run: (invocation) =>
    onServer(invocation, async ({ client }) => {
      let remaining = readCount(invocation);
      const query = Object.fromEntries(
        ["status", "method", "path"].flatMap((name) => {
          const value = invocation.text(name);
          return value === undefined ? [] : [[name, value]];
        }),
      );
      const stop = listenForStop();
      try {
        for await (const request of followRequests(client, query, { shown: SHOWN_FIRST, signal: stop.signal })) {
          console.log(invocation.flag("json") ? JSON.stringify(request) : requestLine(request));
          remaining -= 1;
          if (remaining <= 0) break;
        }
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      } finally {
        stop.end();
      }
      return 0;
    }),
};

function requestLine({ id, at, method, path, status, errorCode, durationMs, actor }: LoggedRequest): string {
  const style = outputStyle();
  const shownStatus = status < 400 ? style.green(String(status)) : style.red(String(status));
  const facts = [actor.name ?? actor.id, `${durationMs} ms`, ...(errorCode === null ? [] : [errorCode]), id];
  return `${style.dim(at)}  ${shownStatus}  ${method} ${path}  ${style.dim(facts.join("  "))}`;
}

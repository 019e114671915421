import type { Command } from "../../command.ts";
import { listenForStop } from "../../platform/stop-request.ts";
import { outputStyle } from "../print.ts";
import { readCount } from "../read-count.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote-server.ts";

export const eventsTail: Command = {
  description: [
    "Shows usage events when they are stored, until you stop it. It reconnects if the connection breaks.",
    WHICH_SERVER,
  ].join("\n"),
  example: "events tail --account acme --event-name api.requests",
  options: {
    account: { type: "string", value: "ID", help: "Only events of this account, by ID or alias" },
    "event-name": { type: "string", value: "NAME", help: "Only events of this name" },
    count: { type: "string", value: "N", help: "Stop after this many events" },
    ...profileOption,
    json: { type: "boolean", help: "Print one line of JSON for each event" },
  },
  run: (invocation) =>
    onServer(invocation, async ({ client, url }) => {
      let remaining = readCount(invocation);
      const stop = listenForStop();
      const style = outputStyle();
      const account = invocation.text("account");
      const eventName = invocation.text("event-name");
      const query = {
        ...(account === undefined ? {} : { account }),
        ...(eventName === undefined ? {} : { eventName }),
      };
      const stream = client.events.tail(query, {
        signal: stop.signal,
        onState: (state) => console.error(state === "open" ? `Connected to ${url}` : "Reconnecting"),
      });
      try {
        for await (const { data } of stream) {
          const { timestamp, eventName: name, account: whose, uniqueId, properties } = data;
          if (invocation.flag("json")) console.log(JSON.stringify(data));
          else
            console.log(
              `${style.dim(timestamp)}  ${name}  ${whose ?? "?"}  ${JSON.stringify(properties)}  ${style.dim(uniqueId)}`,
            );
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

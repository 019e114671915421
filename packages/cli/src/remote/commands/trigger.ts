import type { Notification } from "@counterfoil/sdk";
import { CommandError, type Command } from "../../command.ts";
import { outputStyle, printJson } from "../print.ts";
import { onServer, profileOption, type RemoteServer, WHICH_SERVER } from "../remote-server.ts";
import { beginStory } from "../trigger/sandbox-story.ts";
import { STORIES, WITHOUT_STORY } from "../trigger/stories.ts";

/** Rejected events are reported when a minute has ended; all others at once. */
const LONGEST_WAIT_MILLISECONDS = 90_000;

export const trigger: Command = {
  description: [
    "Causes a notification of TYPE in a sandbox: creates a customer on its own test clock, does what leads to the",
    "notification, and moves the clock if it must. Waits until the notification is there. Nothing is simulated: the",
    "customer, invoices and payments exist afterwards.",
    WHICH_SERVER,
  ].join("\n"),
  example: "trigger invoice.paid",
  operand: "TYPE",
  options: {
    list: { type: "boolean", help: "List the types, and what happens for each" },
    ...profileOption,
    json: { type: "boolean", help: "Print the notification; with --list [{type, summary, available}]" },
  },
  async run(invocation) {
    const isForMachines = invocation.flag("json");
    if (invocation.flag("list")) return list(isForMachines);
    const type = invocation.operand;
    if (type === undefined) throw new CommandError('Name a type, such as invoice.paid. "trigger --list" shows all.', 2);
    refuseUnknown(type);
    return onServer(invocation, async (server) => {
      const notification = await cause(server, type);
      if (isForMachines) printJson(notification, true);
      else {
        const { id, objectId } = notification;
        console.log(`${outputStyle().green("✓")} ${type}  ${id}  ${objectId}`);
      }
      return 0;
    });
  },
};

function list(isForMachines: boolean): number {
  const rows = [
    ...Object.entries(STORIES).map(([type, { summary }]) => ({ type, summary, available: true })),
    ...Object.entries(WITHOUT_STORY).map(([type, summary]) => ({ type, summary, available: false })),
  ];
  if (isForMachines) {
    printJson(rows, true);
    return 0;
  }
  const style = outputStyle();
  const width = Math.max(...rows.map(({ type }) => type.length));
  for (const { type, summary, available } of rows) {
    console.log(`${type.padEnd(width)}  ${available ? summary : style.dim(`not available: ${summary}`)}`);
  }
  return 0;
}

function refuseUnknown(type: string): void {
  if (STORIES[type] !== undefined) return;
  const reason = WITHOUT_STORY[type];
  if (reason !== undefined) throw new CommandError(`trigger cannot cause ${type}: it ${reason}.`, 2);
  throw new CommandError(`There is no notification type "${type}". "trigger --list" shows all.`, 2);
}

/** Runs the story while it follows the notifications, and returns the one that the story caused. */
async function cause({ client }: RemoteServer, type: string): Promise<Notification> {
  const ready = Promise.withResolvers<void>();
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS)]);
  const candidates: Notification[] = [];
  let isOurs: ((notification: Notification) => boolean) | undefined;
  const found = Promise.withResolvers<Notification>();
  const offer = () => {
    const own = candidates.find((candidate) => isOurs?.(candidate));
    if (own !== undefined) found.resolve(own);
  };
  const following = (async () => {
    const stream = client.notifications.tail({ types: type }, { signal, onPosition: () => ready.resolve() });
    for await (const { data } of stream) {
      candidates.push(data);
      offer();
    }
  })();
  following.catch((error: unknown) => {
    ready.reject(error);
    found.reject(signal.aborted ? new CommandError(`No ${type} came in time. Is a worker running?`) : error);
  });
  found.promise.catch(() => undefined);
  try {
    await ready.promise;
    const story = await beginStory(client);
    await STORIES[type]?.run(story);
    // Rejected events name no account: the only event of this story is recognized by its own rejection.
    isOurs = ({ objectId, data }) =>
      type === "event.rejected" || story.ids.has(objectId) || JSON.stringify(data).includes(story.account.id);
    offer();
    return await found.promise;
  } finally {
    stopped.abort();
  }
}

import { CommandError, type Command, type Invocation } from "../../command.ts";
import { listenForStop } from "../../platform/stop-request.ts";
import { listenOutput, type ListenOutput } from "../listen/listen-output.ts";
import { type ListenState, openListenState } from "../listen/listen-state.ts";
import { type LocalServer, openLocalServer, readForwardUrl } from "../listen/local-server.ts";
import { verified } from "../listen/verified-notification.ts";
import { outputStyle } from "../print.ts";
import { readCount } from "../read-count.ts";
import { onServer, profileOption, type RemoteServer, WHICH_SERVER } from "../remote-server.ts";

export const listen: Command = {
  description: [
    "Shows the notifications of the organization while they happen. With --forward-to, sends each one to a server on",
    "this computer, as a webhook that is signed with the secret that listen prints. No port is opened. If a connection",
    "breaks, it reconnects. The next listen of the profile with --forward-to continues where the last one stopped. While",
    "the local server is down, listen waits for it.",
    WHICH_SERVER,
  ].join("\n"),
  example: "listen --forward-to localhost:3000/webhooks --types 'invoice.*,payment.failed'",
  options: {
    "forward-to": { type: "string", value: "URL", help: "Send webhooks to this address; a port alone means localhost" },
    types: {
      type: "string",
      value: "TYPES",
      help: "Only these types: names or prefixes such as invoice.*, with commas",
    },
    from: {
      type: "string",
      value: "WHERE",
      help: "now, start, or a position (default: where the last listen stopped)",
    },
    count: { type: "string", value: "N", help: "Stop after this many notifications" },
    secret: { type: "string", value: "WHSEC", help: "Sign with this secret instead of the one of the profile" },
    ...profileOption,
    json: {
      type: "boolean",
      help: "Print one line {id, type, objectId, position, answer: {status, milliseconds}} for each",
    },
  },
  run: (invocation) => onServer(invocation, (server) => run(server, invocation)),
};

/** The signature of an older message counts as a replay, here and in the local server. */
const LARGEST_DIFFERENCE_SECONDS = 300;

async function run(server: RemoteServer, invocation: Invocation): Promise<number> {
  const forwardTo = invocation.text("forward-to");
  const forwardUrl = forwardTo === undefined ? null : readForwardUrl(forwardTo);
  const count = readCount(invocation);
  const from = readFrom(invocation.text("from"));
  const ownSecret = readSecret(invocation.text("secret"));
  const organization = await server.client.organization.get();
  refuseWrongClock(server);
  const owner = { ...server, organizationId: organization.id };
  // Only forwarding has a position: someone who just looks takes nothing away from the local server.
  const state = forwardUrl === null ? null : await openListenState(process.env, owner);
  try {
    const secret = ownSecret ?? state?.secret ?? "";
    const local = forwardUrl === null ? null : openLocalServer(forwardUrl, secret);
    const output = listenOutput(invocation.flag("json"));
    const position = from === undefined ? (state?.position ?? null) : from;
    output.note(`Listening to ${organization.name}${organization.sandbox ? " (sandbox)" : ""} at ${server.url}`);
    if (local !== null) await introduce(local, secret, output);
    await follow(server, { state, local, output, position, count, types: invocation.text("types") });
    output.summary();
    return 0;
  } finally {
    await state?.release();
  }
}

async function introduce(local: LocalServer, secret: string, output: ListenOutput): Promise<void> {
  const milliseconds = await local.probe();
  const status = milliseconds === null ? "not running: listen will wait for it" : `running, ${milliseconds} ms`;
  output.note(`Forwarding to ${local.url} (${status})`);
  output.note(`Signing secret: ${outputStyle().bold(secret)}`);
}

interface Following {
  readonly state: ListenState | null;
  readonly local: LocalServer | null;
  readonly output: ListenOutput;
  readonly position: string | null;
  readonly count: number;
  readonly types: string | undefined;
}

/** Until the person stops it, or as many notifications as were asked for have arrived. */
async function follow(server: RemoteServer, following: Following): Promise<void> {
  const { state, local, output, position, types } = following;
  const stop = listenForStop();
  let connection: "new" | "open" | "lost" = "new";
  let saving: Promise<void> | undefined;
  const stream = server.client.notifications.tail(types === undefined ? {} : { types }, {
    signal: stop.signal,
    lastEventId: position ?? undefined,
    // A connection that breaks before the first notification continues here, and so does the next listen.
    onPosition(id) {
      saving = state?.advance(id);
      if (connection === "new") {
        output.note(position === null ? "Waiting for new notifications." : `Continuing after position ${position}.`);
      }
      connection = "open";
    },
    onState(next) {
      if (next === "open" && connection === "lost") output.note("Reconnected.");
      if (next === "reconnecting" && connection === "open") {
        output.note(`Lost the connection to ${server.url}. Reconnecting.`);
      }
      if (next === "reconnecting") connection = "lost";
      else if (connection === "lost") connection = "open";
    },
  });
  const onWait = () => output.note(`Nothing listens at ${local?.url ?? ""}. Waiting for it.`);
  let remaining = following.count;
  try {
    for await (const { id: at, data: notification } of stream) {
      const webhook = await verified(notification, server);
      const answer = local === null ? null : await local.deliver(webhook, stop.signal, onWait);
      // Stopped before the local server was there: the next listen begins with this notification.
      if (local !== null && answer === null) break;
      const reached = at ?? "0";
      await saving;
      await state?.advance(reached);
      const { id, type, objectId } = notification;
      output.show({ id, type, objectId, position: reached, answer });
      remaining -= 1;
      if (remaining <= 0 || stop.signal.aborted) break;
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await saving;
    stop.end();
  }
}

function refuseWrongClock({ clock }: RemoteServer): void {
  const ahead = clock.aheadSeconds();
  if (ahead === null || Math.abs(ahead) <= LARGEST_DIFFERENCE_SECONDS) return;
  throw new CommandError(`Signatures cannot be checked with a wrong clock. ${clock.fault() ?? ""}`);
}

/** Undefined: where the last listen stopped. Null: now. */
function readFrom(given: string | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  if (given === "now") return null;
  if (given === "start") return "0";
  if (/^\d{1,18}$/.test(given)) return given;
  throw new CommandError(`--from is "${given}"; expected now, start, or a position that listen --json printed.`, 2);
}

function readSecret(given: string | undefined): string | undefined {
  if (given === undefined || /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(given)) return given;
  throw new CommandError("--secret is not a webhook secret: whsec_ followed by Base64.", 2);
}

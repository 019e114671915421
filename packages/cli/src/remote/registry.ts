import type { CommandEntry } from "../command.ts";

/** The commands that work through the API of a server (R-CLI-2), in the order in which `--help` lists them. */
export const remoteCommands: readonly CommandEntry[] = [
  {
    name: "login",
    summary: "Store the address and the API key of a server as a profile",
    load: async () => (await import("./commands/login.ts")).login,
  },
  {
    name: "logout",
    summary: "Remove a profile and its key",
    load: async () => (await import("./commands/logout.ts")).logout,
  },
  {
    name: "profiles",
    summary: "List profiles, or choose one",
    load: async () => (await import("./commands/profiles.ts")).profilesCommand,
  },
  {
    name: "whoami",
    summary: "Show which server and organization commands use",
    load: async () => (await import("./commands/whoami.ts")).whoami,
  },
  {
    name: "listen",
    summary: "Show notifications while they happen, and forward them to a local server",
    load: async () => (await import("./commands/listen.ts")).listen,
  },
  {
    name: "trigger",
    summary: "Cause a notification in a sandbox",
    load: async () => (await import("./commands/trigger.ts")).trigger,
  },
  {
    name: "fixtures",
    summary: "Send the requests of a YAML file, which may refer to each other",
    load: async () => (await import("./commands/fixtures.ts")).fixturesCommand,
  },
  {
    name: "events send",
    summary: "Send one usage event",
    load: async () => (await import("./commands/events-send.ts")).eventsSend,
  },
  {
    name: "events tail",
    summary: "Show usage events when they are stored",
    load: async () => (await import("./commands/events-tail.ts")).eventsTail,
  },
  {
    name: "logs tail",
    summary: "Show requests when they are logged",
    load: async () => (await import("./commands/logs-tail.ts")).logsTail,
  },
  {
    name: "clock create",
    summary: "Create a test clock",
    load: async () => (await import("./commands/clock.ts")).clockCreate,
  },
  {
    name: "clock advance",
    summary: "Advance a test clock, and wait for the due work",
    load: async () => (await import("./commands/clock.ts")).clockAdvance,
  },
  {
    name: "get",
    summary: "Send a GET request",
    load: async () => (await import("./commands/request.ts")).get,
  },
  {
    name: "post",
    summary: "Send a POST request",
    load: async () => (await import("./commands/request.ts")).post,
  },
  {
    name: "patch",
    summary: "Send a PATCH request",
    load: async () => (await import("./commands/request.ts")).patch,
  },
  {
    name: "delete",
    summary: "Send a DELETE request",
    load: async () => (await import("./commands/request.ts")).deleteCommand,
  },
  {
    name: "open",
    summary: "Open a page of the dashboard in the browser",
    load: async () => (await import("./commands/open.ts")).open,
  },
].map((entry) => ({ ...entry, isRemote: true }));

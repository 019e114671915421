import { spawn } from "node:child_process";
import { CommandError, type Command } from "../../command.ts";
import { printJson } from "../print.ts";
import { profileOption, remoteServer, WHICH_SERVER } from "../remote-server.ts";

/** Pages of the dashboard, by the name that people give and by the prefix of IDs that they show. */
const PAGES = [
  { name: "home", path: "" },
  { name: "attention", path: "attention" },
  { name: "accounts", path: "accounts", prefix: "acct" },
  { name: "subscriptions", path: "subscriptions", prefix: "sub" },
  { name: "invoices", path: "invoices", prefix: "inv" },
  { name: "payments", path: "payments", prefix: "pay" },
  { name: "credit-notes", path: "credit-notes", prefix: "cn" },
  { name: "credit-grants", path: "credit-grants", prefix: "grant" },
  { name: "products", path: "products", prefix: "prod" },
  { name: "prices", path: "prices", prefix: "price" },
  { name: "price-bundles", path: "price-bundles", prefix: "bun" },
  { name: "plans", path: "plans", prefix: "plan" },
  { name: "metrics", path: "metrics", prefix: "metric" },
  { name: "features", path: "features" },
  { name: "calculator", path: "calculator" },
  { name: "quotes", path: "quotes" },
  { name: "events", path: "events" },
  { name: "usage", path: "usage" },
  { name: "usage-alerts", path: "usage-alerts" },
  { name: "test-clocks", path: "test-clocks", prefix: "clock" },
  { name: "webhooks", path: "webhooks", prefix: "whe" },
  { name: "api-keys", path: "api-keys" },
  { name: "request-log", path: "request-log" },
  { name: "mails", path: "mails" },
  { name: "journal", path: "journal" },
  { name: "people", path: "people" },
  { name: "audit", path: "audit" },
  { name: "settings", path: "settings" },
] as const;

/** Pages outside of the dashboard. */
const OTHER_PAGES: Readonly<Record<string, string>> = { docs: "/docs", reference: "/docs/reference" };

export const open: Command = {
  description: [
    "Opens a page of the dashboard in the browser: by its name, or by the ID of what it shows. Prints the address if",
    "there is no browser.",
    `Pages: ${[...PAGES.map(({ name }) => name), ...Object.keys(OTHER_PAGES)].join(", ")}.`,
    WHICH_SERVER,
  ].join("\n"),
  example: "open inv_123",
  operand: "PAGE",
  options: {
    ...profileOption,
    print: { type: "boolean", help: "Print the address instead of opening it" },
    json: { type: "boolean", help: "Print {url} instead of opening it" },
  },
  async run(invocation) {
    const { url } = await remoteServer(invocation);
    const address = `${url}${pathOf(invocation.operand ?? "home")}`;
    if (invocation.flag("json")) printJson({ url: address }, true);
    else if (invocation.flag("print") || !(await isOpened(address))) console.log(address);
    return 0;
  },
};

function pathOf(page: string): string {
  const other = OTHER_PAGES[page];
  if (other !== undefined) return other;
  const named = PAGES.find(({ name }) => name === page);
  if (named !== undefined) return `/app/${named.path}`;
  const shown = PAGES.find((candidate) => "prefix" in candidate && page.startsWith(`${candidate.prefix}_`));
  if (shown !== undefined && /^\w+$/.test(page)) return `/app/${shown.path}/${page}`;
  const names = [...PAGES.map(({ name }) => name), ...Object.keys(OTHER_PAGES)].join(", ");
  throw new CommandError(`There is no page "${page}". Name an ID, or one of: ${names}.`, 2);
}

/** Asks the system to open the address. False if it has no program for that. */
async function isOpened(address: string): Promise<boolean> {
  const [program, ...words] = openerOf(process.platform);
  const hasScreen =
    process.platform !== "linux" || (process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]) !== undefined;
  if (program === undefined || !hasScreen) return false;
  const child = spawn(program, [...words, address], { detached: true, stdio: "ignore" });
  child.unref();
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
  });
}

function openerOf(platform: NodeJS.Platform): string[] {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Client, CounterfoilError } from "@counterfoil/sdk";
import { completeCatalog } from "../catalog/complete-entry.ts";
import { fileEntries } from "../catalog/file-entries.ts";
import { type CatalogFormat, DEFAULT_FILES, formatOf, readEntries } from "../catalog/load-catalog.ts";
import { mergeYaml } from "../catalog/merge-yaml.ts";
import { nameObjects } from "../catalog/name-objects.ts";
import { count } from "../catalog/plan-words.ts";
import type { Entries } from "../catalog/read-catalog.ts";
import { readServer } from "../catalog/server-catalog.ts";
import { SECTIONS } from "../catalog/shape.ts";
import { type StoredKey, storeKeys } from "../catalog/store-keys.ts";
import { writeTypeScript, writeYaml } from "../catalog/write-catalog.ts";
import { readYaml, type YamlFile } from "../catalog/yaml-source.ts";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { onServer, profileOption, WHICH_SERVER } from "../remote/remote-server.ts";

const STANDARD_OUTPUT = "-";
const FORMATS: readonly CatalogFormat[] = ["yaml", "typescript"];

export const catalogPull: Command = {
  description: [
    "FILE ends in .yaml, .yml or .ts; - writes to standard output. An existing YAML file keeps its comments and its order.",
    "Stores a key on the server for each object that has none, so that a renamed object stays the same entry.",
    WHICH_SERVER,
    "See docs/catalog-as-code.md.",
  ].join("\n"),
  example: "catalog pull counterfoil.config.ts",
  operand: "FILE",
  options: {
    format: { type: "string", value: "FORMAT", help: `${FORMATS.join(" or ")} (default: from the name of FILE)` },
    force: { type: "boolean", help: "Replace an existing TypeScript file" },
    "keep-keys": { type: "boolean", help: "Store no keys on the server" },
    ...profileOption,
  },
  run: (invocation) => onServer(invocation, ({ client }) => pull(client, invocation)),
};

async function pull(client: Client, invocation: Invocation): Promise<number> {
  const path = invocation.operand ?? DEFAULT_FILES.find((file) => existsSync(file)) ?? "counterfoil.catalog.yaml";
  const format = readFormat(invocation.text("format"), path);
  const present = await readPresent(path, format, invocation.flag("force"));
  const server = await readServer(client);
  const { timeZone } = server.organization;
  const wanted = present === null ? null : completeCatalog(present.entries, { timeZone }).entries;
  const named = nameObjects(server, wanted);
  const pulled = fileEntries(named, timeZone);
  const keys = SECTIONS.flatMap((section): StoredKey[] =>
    Object.keys(pulled[section]).flatMap((key) => {
      const object = named[section].get(key)?.object;
      return object?.key === null ? [{ section, key, id: object.id }] : [];
    }),
  );
  if (keys.length > 0 && !invocation.flag("keep-keys"))
    console.error(await storeNewKeys(() => storeKeys(client, keys), keys.length));
  const text =
    present !== null
      ? mergeYaml({ ...present, present: present.entries, pulled, timeZone })
      : format === "typescript"
        ? writeTypeScript(pulled)
        : writeYaml(pulled);
  if (path === STANDARD_OUTPUT) process.stdout.write(text);
  else await writeFile(path, text);
  console.error(`${contents(pulled)}, from ${server.organization.name} (${server.organization.id})`);
  return 0;
}

function readFormat(given: string | undefined, path: string): CatalogFormat {
  if (given === undefined) return path === STANDARD_OUTPUT ? "yaml" : formatOf(path);
  const format = FORMATS.find((known) => known === given);
  if (format === undefined) throw new CommandError(`--format is "${given}"; expected ${FORMATS.join(" or ")}.`, 2);
  if (path !== STANDARD_OUTPUT && formatOf(path) !== format)
    throw new CommandError(`${path} is not the name of a ${format} file.`, 2);
  return format;
}

/** An existing YAML file, which is changed and not replaced. */
async function readPresent(
  path: string,
  format: CatalogFormat,
  isForced: boolean,
): Promise<{ readonly file: YamlFile; readonly text: string; readonly entries: Entries } | null> {
  if (path === STANDARD_OUTPUT || !existsSync(path)) return null;
  if (format === "typescript") {
    if (isForced) return null;
    throw new CommandError(
      `${path} exists, and pull cannot change code. Run it with --force to replace the file, or name another one.`,
    );
  }
  const text = await readFile(path, "utf8");
  const file = readYaml(basename(path), text);
  return { file, text, entries: readEntries(file.source) };
}

async function storeNewKeys(store: () => Promise<void>, number: number): Promise<string> {
  try {
    await store();
    return `${count(number, "key")} stored on the server`;
  } catch (error) {
    if (!(error instanceof CounterfoilError) || error.status !== 403) throw error;
    return `${count(number, "key")} not stored, because the API key lacks the scope write. Until push stores them, a renamed object becomes another entry.`;
  }
}

function contents(entries: Entries): string {
  return SECTIONS.map((section) => `${Object.keys(entries[section]).length} ${section}`).join(", ");
}

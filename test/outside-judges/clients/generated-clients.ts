import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const folder = fileURLToPath(new URL(".", import.meta.url));
const cache = join(folder, "../../../node_modules/.cache/generated-clients");
const LARGEST_OUTPUT = 64 * 1024 * 1024;

const PYTHON_GENERATOR = "openapi-python-client==0.29.1";
const GO_GENERATOR = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
const GO_RUNTIME = "github.com/oapi-codegen/runtime@v1.8.0";

/** A compiled client that was generated from the OpenAPI document. */
export interface GeneratedClient {
  /** Reads an invoice, and one that does not exist. */
  read(url: string, key: string, invoiceId: string): Promise<unknown>;
}

/** Why clients cannot be generated here; null if they can. */
export function missingPrograms(): string | null {
  const absent = [
    ["python3", "--version"],
    ["go", "version"],
  ].flatMap(([program = "", word = ""]) => (spawnSync(program, [word]).error === undefined ? [] : [program]));
  return absent.length === 0 ? null : `${absent.join(" and ")} not found`;
}

/** With openapi-python-client, from PyPI. */
export async function pythonClient(document: string): Promise<GeneratedClient> {
  const [environment, client] = [join(cache, "python"), join(cache, "python-client")];
  const python = join(environment, "bin/python");
  if (!existsSync(join(environment, "bin/openapi-python-client"))) {
    await run("python3", ["-m", "venv", environment]);
    await run(python, ["-m", "pip", "install", "--quiet", PYTHON_GENERATOR]);
  }
  const path = written("python.json", document);
  const target = ["--path", path, "--output-path", client, "--overwrite", "--meta", "setup"];
  await run(join(environment, "bin/openapi-python-client"), ["generate", ...target], { maxBuffer: LARGEST_OUTPUT });
  await run(python, ["-m", "compileall", "-q", client]);
  return {
    read: async (...request) => {
      const { stdout } = await run(python, [join(folder, "read_invoice.py"), ...request], {
        env: { ...process.env, PYTHONPATH: client },
      });
      return JSON.parse(stdout) as unknown;
    },
  };
}

/** With oapi-codegen, from the Go module proxy. */
export async function goClient(document: string): Promise<GeneratedClient> {
  const module = join(cache, "go");
  const generated = join(module, "counterfoil");
  rmSync(module, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  copyFileSync(join(folder, "main.go"), join(module, "main.go"));
  const path = written("go.json", document);
  const go = (...words: string[]) => run("go", words, { cwd: module, maxBuffer: LARGEST_OUTPUT });
  await go("mod", "init", "readinvoice");
  await go(
    "run",
    GO_GENERATOR,
    "-generate",
    "types,client",
    "-package",
    "counterfoil",
    "-o",
    join(generated, "client.go"),
    path,
  );
  await go("get", GO_RUNTIME);
  await go("mod", "tidy");
  await go("build", "-o", "read-invoice", ".");
  return {
    read: async (...request) => JSON.parse((await run(join(module, "read-invoice"), request)).stdout) as unknown,
  };
}

function written(name: string, document: string): string {
  mkdirSync(cache, { recursive: true });
  const path = join(cache, name);
  writeFileSync(path, document);
  return path;
}

// Stores the current API as the released one, with which later ones are compared (docs/api-versions.md): `node
// packages/testkit/src/contract/write-release.ts`. The list of accepted breaks starts empty again.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contractOf } from "./contract.ts";

const http = join(import.meta.dirname, "../../../http");
const document = JSON.parse(await readFile(join(http, "openapi.json"), "utf8")) as object;
const contract = contractOf(document);
await writeFile(join(http, "released/contract.json"), `${JSON.stringify(contract)}\n`);
await writeFile(join(http, "released/accepted-breaks.json"), "[]\n");
console.log(`Stored ${Object.keys(contract.paths).length} paths of version ${contract.info.version}.`);

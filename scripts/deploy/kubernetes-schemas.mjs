import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goModule, toolFolder } from "./tools.mjs";

const KINDS = [
  "Deployment",
  "Job",
  "Service",
  "PodDisruptionBudget",
  "HorizontalPodAutoscaler",
  "NetworkPolicy",
  "Ingress",
];

/** Writes the schemas of the chart's kinds, which their projects publish in Go modules. Returns the folder. */
export function writeSchemas() {
  const folder = join(toolFolder, "schemas");
  mkdirSync(folder, { recursive: true });
  writeKubernetes(folder, goModule("k8s.io/kubernetes@v1.36.1"));
  writeOperator(folder, goModule("github.com/prometheus-operator/prometheus-operator@v0.92.1"));
  return folder;
}

function writeKubernetes(folder, source) {
  const { definitions: all } = JSON.parse(readFileSync(join(source, "api/openapi-spec/swagger.json"), "utf8"));
  // Schemas that describe schemas have members named like keywords, and no object of the chart uses them.
  const described = Object.entries(all).filter(([name]) => !name.startsWith("io.k8s.apiextensions"));
  const definitions = strict(Object.fromEntries(described));
  definitions["io.k8s.apimachinery.pkg.api.resource.Quantity"] = { type: ["string", "number"] };
  for (const [name, { "x-kubernetes-group-version-kind": kinds = [] }] of Object.entries(definitions)) {
    for (const { kind, group, version } of kinds.filter((each) => kinds.length === 1 && KINDS.includes(each.kind))) {
      const file = `${kind}-${group === "" ? "" : `${group.split(".")[0]}-`}${version}.json`.toLowerCase();
      writeFileSync(join(folder, file), JSON.stringify({ $ref: `#/definitions/${name}`, definitions }));
    }
  }
}

function writeOperator(folder, source) {
  for (const kind of ["servicemonitor", "podmonitor"]) {
    const crd = JSON.parse(readFileSync(join(source, `jsonnet/prometheus-operator/${kind}s-crd.json`), "utf8"));
    const schema = strict(crd.spec.versions[0].schema.openAPIV3Schema);
    writeFileSync(join(folder, `${kind}-monitoring-v1.json`), JSON.stringify(schema));
  }
}

/** Refuses unknown members, as the API server does with strict validation. */
function strict(schema) {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== "object") return schema;
  if (schema.format === "int-or-string" || schema["x-kubernetes-int-or-string"]) return { type: ["integer", "string"] };
  const made = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  const isRecord = made.properties !== undefined && made.additionalProperties === undefined;
  return isRecord && !made["x-kubernetes-preserve-unknown-fields"] ? { ...made, additionalProperties: false } : made;
}

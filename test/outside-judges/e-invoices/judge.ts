import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const cache = join(folder, "../../../node_modules/.cache/e-invoice-judge");

/** The installed official rules, or why there are none. They are Java, and Maven downloads them. */
export type Rules = { readonly classPath: string } | { readonly missing: string };

export function findRules(): Rules {
  const absent = ["javac", "java", "mvn"].filter((program) => spawnSync(program, ["-version"]).error !== undefined);
  if (absent.length > 0)
    return { missing: `${absent.join(", ")} not found (apt-get install default-jdk-headless maven)` };
  mkdirSync(cache, { recursive: true });
  const classPath = join(cache, "class-path.txt");
  const goal = ["dependency:build-classpath", `-Dmdep.outputFile=${classPath}`];
  const { status, stdout } = spawnSync("mvn", ["-q", "-B", "-f", join(folder, "pom.xml"), ...goal], {
    encoding: "utf8",
  });
  if (status !== 0) return { missing: `Maven could not get them: ${stdout.trim().slice(0, 300)}` };
  return { classPath: readFileSync(classPath, "utf8").trim() };
}

/** A finding of an official rule. */
export interface Fault {
  readonly file: string;
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly text: string;
}

export interface Judgement {
  readonly faults: readonly Fault[];
  /** The rule set by which each file was checked. */
  readonly judgedBy: ReadonlyMap<string, string>;
}

/** Checks documents against the official rules. A name such as `peppol.ubl-invoice.a-name.xml` selects them. */
export function judge(classPath: string, documents: ReadonlyMap<string, string>): Judgement {
  const [classes, xml] = [join(cache, "classes"), join(cache, "documents")];
  rmSync(xml, { recursive: true, force: true });
  for (const made of [classes, xml]) mkdirSync(made, { recursive: true });
  for (const [name, text] of documents) writeFileSync(join(xml, name), text);
  execFileSync("javac", ["-cp", classPath, "-d", classes, join(folder, "src/main/java/Judge.java")]);
  const options = ["-Xmx1g", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"];
  const output = execFileSync("java", [...options, "-cp", `${classes}:${classPath}`, "Judge", xml], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return read(output);
}

function read(output: string): Judgement {
  const rows = output.split("\n").map((line) => line.split("\t"));
  const faults = rows.flatMap(([kind, file = "", severity = "", rule = "", text = ""]): Fault[] =>
    kind === "fault" ? [{ file, severity: severity === "error" ? "error" : "warning", rule, text }] : [],
  );
  const judged = rows.flatMap(([kind, file = "", rules = ""]): [string, string][] =>
    kind === "judged" ? [[file, rules]] : [],
  );
  return { faults, judgedBy: new Map(judged) };
}

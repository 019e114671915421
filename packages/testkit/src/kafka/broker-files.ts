import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const cache = join(folder, "../../../../node_modules/.cache/kafka-broker");

/** The class path of the real broker, or why there is none. It is Java, and Maven downloads it once. */
export type BrokerFiles = { readonly classPath: string } | { readonly missing: string };

export function findBrokerFiles(): BrokerFiles {
  const absent = ["java", "mvn"].filter((program) => spawnSync(program, ["-version"]).error !== undefined);
  if (absent.length > 0) {
    return {
      missing: `No Kafka broker: ${absent.join(" and ")} not found (apt-get install default-jre-headless maven)`,
    };
  }
  const pom = join(folder, "pom.xml");
  const version = /<version>(\d+\.\d+\.\d+)<\/version>/.exec(readFileSync(pom, "utf8"))?.[1] ?? "";
  const files = join(cache, version);
  if (!existsSync(files)) {
    // Downloaded under another name first, so that an interrupted download is not taken for a complete one.
    const partial = join(cache, `${version}.${process.pid}`);
    mkdirSync(cache, { recursive: true });
    const goal = ["dependency:copy-dependencies", `-DoutputDirectory=${partial}`, "-DincludeScope=runtime"];
    const { status, stdout } = spawnSync("mvn", ["-q", "-B", "-f", pom, ...goal], { encoding: "utf8" });
    if (status !== 0) return { missing: `No Kafka broker: Maven could not get it: ${stdout.trim().slice(0, 300)}` };
    try {
      renameSync(partial, files);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      // Another process may have downloaded it at the same time.
      if (!existsSync(files)) throw error;
    }
  }
  return { classPath: join(files, "*") };
}

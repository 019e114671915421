import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { expectThat } from "./expect-that.mjs";
import { run } from "./run.mjs";

/** Docker, or Podman by `CONTAINER_ENGINE=podman`. */
export const engine = process.env.CONTAINER_ENGINE ?? "docker";

/** As compose.yaml and the Helm chart run the image: nothing is writable but /tmp. */
const LIMITS = ["--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--network=host"];

/**
 * Runs a command of the image to its end.
 * @param {string} image
 * @param {Record<string, string>} settings environment variables
 * @param {string[]} command
 */
export function runOnce(image, settings, command) {
  return run(engine, ["run", "--rm", ...LIMITS, ...variables(settings), image, ...command]);
}

/** A running process of the image. */
export class Container {
  /**
   * @param {string} image
   * @param {Record<string, string>} settings environment variables
   * @param {string[]} command
   */
  constructor(image, settings, command) {
    const words = ["run", "--detach", ...LIMITS, ...variables(settings), image, ...command];
    this.id = run(engine, words).trim();
    [this.details] = JSON.parse(run(engine, ["image", "inspect", image]));
  }

  /** Runs a program in the container. Returns its exit code and output. */
  execute(...words) {
    const { status, stdout, stderr } = spawnSync(engine, ["exec", this.id, ...words], { encoding: "utf8" });
    return { code: status, output: stdout + stderr };
  }

  /** Runs the health check of the image until it succeeds. */
  async healthy() {
    const check = this.details.Config.Healthcheck ?? this.details.Healthcheck;
    expectThat(check, "The image has no HEALTHCHECK. Buildah and Podman keep it only with --format docker");
    const [kind, ...words] = check.Test;
    expectThat(kind === "CMD", `HEALTHCHECK is ${kind}, not a program`);
    const until = Date.now() + 120_000;
    let said = "";
    while (Date.now() < until) {
      const { code, output } = this.execute(...words);
      if (code === 0) return;
      said = output;
      await sleep(500);
    }
    throw new Error(`The health check fails: ${said}\n${this.log()}`);
  }

  /** Sends SIGTERM without waiting. */
  terminate() {
    run(engine, ["kill", "--signal=TERM", this.id]);
  }

  /** Waits for the end. Returns the exit code. */
  ended() {
    return Number(run(engine, ["wait", this.id]).trim());
  }

  log() {
    return run("sh", ["-c", `${engine} logs ${this.id} 2>&1`]);
  }

  remove() {
    spawnSync(engine, ["rm", "--force", this.id]);
  }
}

function variables(settings) {
  return Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
}

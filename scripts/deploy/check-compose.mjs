import { expectThat } from "./expect-that.mjs";
import { run } from "./run.mjs";
import { goTool } from "./tools.mjs";

const ours = ["migrate", "server", "worker"];

/** Loads compose.yaml with the reference implementation, which checks schema and references, and reads the result. */
export function checkCompose() {
  // The program is named `cmd` in its module. Version 2.9.0 passes no variables on, so they stay as written.
  const compose = goTool("github.com/compose-spec/compose-go/v2/cmd", "v2.9.0");
  const load = (file, input) => JSON.parse(run(compose, ["--no-interpolation", "--format", "json", file], { input }));
  expectThat(
    refuses(() => load("-", "name: a\nservices: { a: { imagee: a } }\n"), "imagee"),
    "It accepts any member",
  );

  const { services, volumes } = load("compose.yaml");
  expectThat(ours.every((name) => name in services) && "postgres" in services, "compose.yaml lacks a service");
  expectThat(Object.keys(volumes).length >= 2, "compose.yaml names fewer than two volumes");
  for (const name of ours) {
    const { read_only: readOnly, cap_drop: dropped = [], tmpfs, environment } = services[name];
    expectThat(readOnly === true && tmpfs?.includes("/tmp"), `${name}: the root file system is not read-only`);
    expectThat(dropped.includes("ALL"), `${name}: it keeps capabilities`);
    expectThat(environment.DATABASE_URL.includes("${POSTGRES_PASSWORD:?"), `${name}: starts without a password`);
    expectThat(environment.COUNTERFOIL_SECRET.startsWith("${COUNTERFOIL_SECRET:?"), `${name}: starts without a secret`);
  }
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expectThat(published.length >= 2, "compose.yaml publishes fewer than two ports");
  expectThat(
    published.every((port) => port.host_ip === "127.0.0.1"),
    "compose.yaml publishes a port to the network",
  );
  return [
    `${Object.keys(services).length} services, ${Object.keys(volumes).length} volumes, ${published.length} ports`,
  ];
}

function refuses(load, member) {
  try {
    load();
    return false;
  } catch (error) {
    return String(error.stderr).includes(member);
  }
}

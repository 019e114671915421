import { afterEach, expect, test } from "vitest";
import { runCommand, type RunningCommand } from "../running-command.ts";
import { type Serving, startServing } from "./serving.ts";

// R-CLI-1: output whose reader has gone, as with `| head`.

const running: Serving[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.remove()));
});

function closeOutput({ process: { stdout, stderr } }: RunningCommand): void {
  stdout?.destroy();
  stderr?.destroy();
}

test("a server continues without a reader of its output, and stops in order", async () => {
  const server = await startServing({ COUNTERFOIL_LOG_LEVEL: "info" });
  running.push(server);
  closeOutput(server);
  // Each request writes lines to the log.
  for (const name of ["First", "Second", "Third"]) {
    expect(await server.api.post("/accounts", { name, currency: "EUR" })).toMatchObject({ name });
  }
  expect((await server.api.get<{ data: object[] }>("/accounts")).data).toHaveLength(3);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

test("another command ends without a message, with the code of a closed pipe", async () => {
  const command = runCommand(["--help"]);
  command.process.stdout?.destroy();
  expect(await command.ended).toBe(141);
  expect(command.output()).toBe("");
});

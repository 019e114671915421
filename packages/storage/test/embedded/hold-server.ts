// A process that starts the embedded server of the given folder, prints its address in one line of JSON, and keeps it
// running until SIGTERM. The tests kill it in various ways.
import { startEmbeddedPostgres } from "../../src/embedded/index.ts";

const folder = process.argv[2] ?? "";
const progress: string[] = [];
try {
  const server = await startEmbeddedPostgres({ folder, onProgress: (line) => progress.push(line) });
  process.once("SIGTERM", () => {
    void server.stop().then(() => process.exit(0));
  });
  const { url, port, pid, dataFolder } = server;
  console.log(JSON.stringify({ url, port, pid, dataFolder, progress }));
  setInterval(() => undefined, 60_000);
} catch (error) {
  console.log(JSON.stringify({ refused: (error as Error).message, progress }));
  process.exitCode = 1;
}

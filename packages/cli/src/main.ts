import { runCommandLine } from "./command-line.ts";

/** How long a connection or a thread that a command left open may keep its process from ending. */
const LINGER_MILLISECONDS = 10_000;

process.exitCode = await runCommandLine(process.argv.slice(2));
setTimeout(() => process.exit(), LINGER_MILLISECONDS).unref();

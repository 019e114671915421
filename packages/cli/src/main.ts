import { runCommandLine } from "./command-line.ts";

/** How long an open connection or thread may delay the end of the process. */
const LINGER_MILLISECONDS = 10_000;

process.exitCode = await runCommandLine(process.argv.slice(2));
setTimeout(() => process.exit(), LINGER_MILLISECONDS).unref();

import { runCommandLine } from "./command-line.ts";
import { endWithReader } from "./terminal/closed-output.ts";

/** How long an open connection or thread may delay the end of the process. */
const LINGER_MILLISECONDS = 10_000;

endWithReader();
process.exitCode = await runCommandLine(process.argv.slice(2));
setTimeout(() => process.exit(), LINGER_MILLISECONDS).unref();

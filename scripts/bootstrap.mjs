// Starts everything: `node scripts/bootstrap.mjs <command> [arguments]`, as the scripts of package.json do. Plain
// JavaScript without dependencies, because nothing may be installed yet and the current Node may be older than the pinned
// one. Checks the version of Node, then imports modules that an older Node cannot parse.

const oldest = 20;
const major = Number(process.versions.node.split(".")[0]);

if (major < oldest) {
  console.error(
    `Counterfoil needs Node ${oldest} or newer to start; this is ${process.version} (${process.execPath}). ` +
      "Install it from https://nodejs.org or with your system's packages, and start again.",
  );
  process.exitCode = 1;
} else {
  const { bootstrap } = await import("./bootstrap/bootstrap.mjs");
  process.exitCode = await bootstrap(process.argv.slice(2));
}

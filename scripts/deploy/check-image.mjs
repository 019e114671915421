// Runs a built image as compose.yaml does, with a read-only root file system, and checks it from the migration to the stop:
// `DATABASE_URL=… npm run check:image -- IMAGE`. The database must be empty, and reachable at the same address from the container.
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../bootstrap/root.mjs";
import { Container, engine, runOnce } from "./container.mjs";
import { expectThat } from "./expect-that.mjs";
import { readPdf } from "./read-pdf.mjs";
import { run } from "./run.mjs";

const [image] = process.argv.slice(2);
const { DATABASE_URL } = process.env;
if (image === undefined || DATABASE_URL === undefined) {
  console.error("Usage: DATABASE_URL=postgres://… npm run check:image -- IMAGE");
  process.exit(2);
}

const MOST_BYTES = 300e6;
const DRAIN_SECONDS = 3;
const shared = { DATABASE_URL, COUNTERFOIL_SECRET: randomBytes(32).toString("base64") };
const passed = (text) => console.log(`✓ ${text}`);

checkImage();
runOnce(image, shared, ["migrate"]);
passed("migrate applied the migrations");
const organization = runOnce(image, shared, ["org", "create", "--name", "Example", "--json"]);
const { apiKey } = JSON.parse(organization);
await checkServer();
await checkWorker();

function checkImage() {
  const [details] = JSON.parse(run(engine, ["image", "inspect", image]));
  const labels = details.Config.Labels ?? {};
  for (const name of ["title", "description", "licenses", "version", "revision"])
    expectThat(labels[`org.opencontainers.image.${name}`], `The image has no label ${name}`);
  expectThat(/^[1-9]\d*:/.test(details.Config.User), `The image runs as ${details.Config.User || "root"}`);
  const bytes = Number(run("sh", ["-c", `${engine} save "$0" | gzip | wc -c`, image]));
  expectThat(bytes > 1e6 && bytes < MOST_BYTES, `The image has ${bytes} bytes compressed`);
  passed(`${details.Architecture}, user ${details.Config.User}, ${Math.round(bytes / 1e6)} MB compressed`);
}

async function checkServer() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...shared,
    COUNTERFOIL_PORT: String(port),
    COUNTERFOIL_DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const server = new Container(image, settings, ["serve"]);
  try {
    await server.healthy();
    passed("serve: the health check succeeds");
    expectConfined(server);
    passed("serve: not root, and can write to /tmp only");
    expectThat((await fetch(`${url}/health/ready`)).ok, "/health/ready does not answer 200");
    expectThat((await fetch(`${url}/app/`)).ok, "/app/ does not answer 200");
    passed(`serve: an invoice has the PDF ${await issueInvoice(url)}`);
    await expectDrain(server, url);
    passed("serve: drains on SIGTERM and exits with 0");
  } finally {
    server.remove();
  }
}

async function checkWorker() {
  const port = String(await freePort());
  const worker = new Container(image, { ...shared, COUNTERFOIL_HEALTH_PORT: port }, ["worker"]);
  try {
    await worker.healthy();
    expectConfined(worker);
    worker.terminate();
    const code = worker.ended();
    expectThat(code === 0, `worker: exit code ${code}\n${worker.log()}`);
    passed("worker: the health check succeeds, and SIGTERM ends it with 0");
  } finally {
    worker.remove();
  }
}

function expectConfined(container) {
  const user = container.execute("id", "-u").output.trim();
  expectThat(/^[1-9]\d*$/.test(user), `The process runs as user ${user}`);
  const refusal = container.execute("touch", "/opt/counterfoil/written").output;
  expectThat(refusal.includes("Read-only file system"), `/opt is writable: ${refusal}`);
  expectThat(container.execute("touch", "/tmp/written").code === 0, "/tmp is not writable");
}

/** Issues an invoice by the API. Returns the path of its PDF, whose text has been read. */
async function issueInvoice(url) {
  const call = async (path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, body === undefined ? { headers } : { headers, method: "POST", body });
    expectThat(response.ok, `${path}: ${response.status} ${response.ok ? "" : await response.text()}`);
    return response;
  };
  await call("/accounts", JSON.stringify({ name: "Łódź GmbH", aliases: ["example"], currency: "EUR" }));
  const lineItems = [{ description: "Größe 東京 Αθήνα", quantity: "2", unitPrice: "750.00" }];
  const issued = await call("/invoices", JSON.stringify({ accountId: "example", lineItems, autoIssue: true }));
  const { id } = await issued.json();
  const pdf = new Uint8Array(await (await call(`/invoices/${id}/pdf`)).arrayBuffer());
  const text = await readPdf(pdf);
  for (const word of ["Łódź", "Größe", "東京", "Αθήνα", "1,500.00"])
    expectThat(text.includes(word), `The PDF does not show ${word}: ${text}`);
  const file = join(root, "build/check-image.pdf");
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(file, pdf);
  return file;
}

/** While it drains, the server is not ready and still answers. Then it exits with 0. */
async function expectDrain(server, url) {
  server.terminate();
  const until = Date.now() + DRAIN_SECONDS * 900;
  let status = 200;
  while (status === 200 && Date.now() < until) {
    await sleep(50);
    ({ status } = await fetch(`${url}/health/ready`));
  }
  expectThat(status === 503, `/health/ready answers ${status} after SIGTERM`);
  expectThat((await fetch(`${url}/app/`)).ok, "The server does not serve while it drains");
  const code = server.ended();
  expectThat(code === 0, `serve: exit code ${code}\n${server.log()}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

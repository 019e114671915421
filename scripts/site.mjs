// Builds the documentation site: `npm run build:site`. Does nothing if its sources did not change.
import { buildSite } from "./bootstrap/site.mjs";
import { Refusal } from "./bootstrap/refusal.mjs";

try {
  await buildSite(process.execPath);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

// Builds the documentation site into packages/site/dist. `npm run build:site` starts it.
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { apiPages } from "./api/api-pages.ts";
import { readApi } from "./api/open-api.ts";
import { errorPages } from "./errors/error-pages.ts";
import { readGuides } from "./guides/read-guides.ts";
import { readIndex } from "./guides/read-index.ts";
import { readSources } from "./guides/sources.ts";
import { homePage } from "./home-page.ts";
import { finishBuild } from "./output/finish-build.ts";
import { llmsText } from "./output/llms-text.ts";
import { runAstro } from "./output/run-astro.ts";
import { sidebar } from "./output/sidebar.ts";
import { writePages, writePublished } from "./output/write-pages.ts";

const site = join(import.meta.dirname, "..");
const sources = await readSources();
const sections = readIndex(sources);
const api = await readApi();
const guides = readGuides(sources);
const pages = [homePage(sections), ...guides.pages, ...apiPages(api), ...errorPages(api)];

await writePages(pages, guides.copied);
await writePublished("llms.txt", llmsText(pages, sections));
await writeFile(join(site, "starlight/content/sidebar.json"), JSON.stringify(sidebar(sections, api)));
// Astro keeps rendered pages, also when the settings of their code blocks have changed.
await rm(join(site, "node_modules/.astro"), { recursive: true, force: true });
await runAstro(site);
await finishBuild(join(site, "build"));
await rm(join(site, "dist"), { recursive: true, force: true });
await cp(join(site, "build"), join(site, "dist"), { recursive: true });
await rm(join(site, "build"), { recursive: true, force: true });

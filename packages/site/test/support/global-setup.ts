const builder = new URL("../../../../scripts/bootstrap/site.mjs", import.meta.url).href;

/** Builds the site, unless what is built was built from the same sources. */
export default async function setUp(): Promise<void> {
  const { buildSite } = (await import(builder)) as { buildSite: (node: string) => Promise<void> };
  await buildSite(process.execPath);
}

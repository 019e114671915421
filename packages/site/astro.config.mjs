import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

const sidebar = JSON.parse(readFileSync(new URL("./starlight/content/sidebar.json", import.meta.url), "utf8"));

export default defineConfig({
  srcDir: "./starlight",
  publicDir: "./starlight/public",
  outDir: "./build",
  base: "/docs",
  trailingSlash: "always",
  build: { inlineStylesheets: "never" },
  // Small scripts become files too, so that the Content-Security-Policy needs few hashes.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: "Counterfoil",
      logo: { src: "../dashboard/src/design/icon.svg", alt: "" },
      favicon: "/favicon.svg",
      sidebar,
      customCss: ["@fontsource-variable/inter", "./starlight/styles/site.css"],
      components: {
        PageTitle: "./starlight/page-title.astro",
        Footer: "./starlight/footer.astro",
      },
      routeMiddleware: "./starlight/short-sidebar.ts",
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: {
        themes: ["github-dark", "github-light"],
        // A frame would make every command look like a window.
        frames: false,
        // A block that scrolls becomes an unnamed landmark.
        defaultProps: { wrap: true },
        styleOverrides: {
          borderRadius: "6px",
          borderColor: "var(--sl-color-hairline)",
          codeBackground: "var(--code-ground)",
        },
      },
      credits: false,
    }),
  ],
});

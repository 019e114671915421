import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

const config: NextConfig = {
  // The packages are installed one folder up, because the examples share them. Your application does not need this.
  turbopack: { root: fileURLToPath(new URL("..", import.meta.url)) },
};

export default config;

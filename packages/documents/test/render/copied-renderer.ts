import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Documents from "../../src/index.ts";

/** The renderer with its own font files, which a test can remove without affecting others. */
export interface CopiedRenderer extends Pick<typeof Documents, "createDocumentRenderer"> {
  /** The path of a font file. */
  readonly font: (name: string) => string;
  readonly remove: () => void;
}

const require = createRequire(import.meta.url);
const FONTS = {
  "NotoSans_400Regular.ttf": "noto-sans/400Regular",
  "NotoSans_600SemiBold.ttf": "noto-sans/600SemiBold",
  "NotoSansArabic_400Regular.ttf": "noto-sans-arabic/400Regular",
  "NotoSansArabic_600SemiBold.ttf": "noto-sans-arabic/600SemiBold",
  "NotoSansHebrew_400Regular.ttf": "noto-sans-hebrew/400Regular",
  "NotoSansHebrew_600SemiBold.ttf": "noto-sans-hebrew/600SemiBold",
  "NotoSansJP_400Regular.ttf": "noto-sans-jp/400Regular",
  "NotoSansJP_600SemiBold.ttf": "noto-sans-jp/600SemiBold",
} as const;

export async function copyRenderer(): Promise<CopiedRenderer> {
  const root = mkdtempSync(join(tmpdir(), "counterfoil-renderer-"));
  const source = join(root, "packages/documents");
  cpSync(join(import.meta.dirname, "../../src"), join(source, "src"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "../../package.json"), join(source, "package.json"));
  const font = (name: string) => join(root, "node_modules/@expo-google-fonts", FONTS[name as keyof typeof FONTS], name);
  for (const [name, folder] of Object.entries(FONTS)) {
    mkdirSync(dirname(font(name)), { recursive: true });
    copyFileSync(require.resolve(`@expo-google-fonts/${folder}/${name}`), font(name));
  }
  const typst = "@myriaddreamin/typst-ts-node-compiler";
  mkdirSync(join(root, "node_modules/@myriaddreamin"));
  symlinkSync(dirname(require.resolve(`${typst}/package.json`)), join(root, "node_modules", typst));
  symlinkSync(join(import.meta.dirname, "../../../../node_modules/lean-qr"), join(root, "node_modules/lean-qr"));
  const { createDocumentRenderer } = (await import(
    pathToFileURL(join(source, "src/index.ts")).href
  )) as typeof Documents;
  return { createDocumentRenderer, font, remove: () => rmSync(root, { recursive: true }) };
}

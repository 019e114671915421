import { createRequire } from "node:module";

/** A font family as Typst names it, and the files of the two weights the documents use: regular and semibold. */
export interface FontFamily {
  readonly name: string;
  readonly regular: string;
  readonly semibold: string;
}

const installed = createRequire(import.meta.url);

/** Where a font is. One that is not installed is missed by the documents that need it, and not by all that is drawn without it. */
const require = {
  resolve(path: string): string {
    try {
      return installed.resolve(path);
    } catch {
      return path;
    }
  },
};

export const latinFamily: FontFamily = {
  name: "Noto Sans",
  regular: require.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf"),
};

export const arabicFamily: FontFamily = {
  name: "Noto Sans Arabic",
  regular: require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf"),
};

export const hebrewFamily: FontFamily = {
  name: "Noto Sans Hebrew",
  regular: require.resolve("@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf"),
};

export const japaneseFamily: FontFamily = {
  name: "Noto Sans JP",
  regular: require.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-jp/600SemiBold/NotoSansJP_600SemiBold.ttf"),
};

export const chineseFamily: FontFamily = {
  name: "Noto Sans SC",
  regular: require.resolve("@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-sc/600SemiBold/NotoSansSC_600SemiBold.ttf"),
};

export const koreanFamily: FontFamily = {
  name: "Noto Sans KR",
  regular: require.resolve("@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-kr/600SemiBold/NotoSansKR_600SemiBold.ttf"),
};

/** The compiler is told of all of them at its start and reads a file only when a document uses its family. */
export const allFamilies: readonly FontFamily[] = [
  latinFamily,
  arabicFamily,
  hebrewFamily,
  japaneseFamily,
  chineseFamily,
  koreanFamily,
];

import { createRequire } from "node:module";

/** A font family by its Typst name, and the files of the two weights that documents use: regular and semibold. */
export interface FontFamily {
  readonly name: string;
  readonly regular: string;
  readonly semibold: string;
  /** The characters for which its file is opened; missing if it may contain any. */
  readonly askedFor?: RegExp;
}

const installed = createRequire(import.meta.url);

/** Resolves the path of a font. If a font is not installed, only documents that need it fail. */
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

const arabicFamily: FontFamily = {
  name: "Noto Sans Arabic",
  regular: require.resolve("@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf"),
  askedFor: /\p{Script_Extensions=Arab}/u,
};

const hebrewFamily: FontFamily = {
  name: "Noto Sans Hebrew",
  regular: require.resolve("@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf"),
  semibold: require.resolve("@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf"),
  askedFor: /\p{Script_Extensions=Hebr}/u,
};

/** Scripts that share no characters with another family. Each file has 50 to 370 kB. */
export const scriptFamilies: readonly FontFamily[] = [
  arabicFamily,
  hebrewFamily,
  {
    name: "Noto Sans Thai",
    regular: require.resolve("@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Thai}/u,
  },
  {
    name: "Noto Sans Lao",
    regular: require.resolve("@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-lao/600SemiBold/NotoSansLao_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Laoo}/u,
  },
  {
    name: "Noto Sans Khmer",
    regular: require.resolve("@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-khmer/600SemiBold/NotoSansKhmer_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Khmr}/u,
  },
  {
    name: "Noto Sans Myanmar",
    regular: require.resolve("@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-myanmar/600SemiBold/NotoSansMyanmar_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Mymr}/u,
  },
  {
    name: "Noto Sans Devanagari",
    regular: require.resolve("@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Deva}/u,
  },
  {
    name: "Noto Sans Bengali",
    regular: require.resolve("@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-bengali/600SemiBold/NotoSansBengali_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Beng}/u,
  },
  {
    name: "Noto Sans Gujarati",
    regular: require.resolve("@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-gujarati/600SemiBold/NotoSansGujarati_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Gujr}/u,
  },
  {
    name: "Noto Sans Gurmukhi",
    regular: require.resolve("@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-gurmukhi/600SemiBold/NotoSansGurmukhi_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Guru}/u,
  },
  {
    name: "Noto Sans Oriya",
    regular: require.resolve("@expo-google-fonts/noto-sans-oriya/400Regular/NotoSansOriya_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-oriya/600SemiBold/NotoSansOriya_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Orya}/u,
  },
  {
    name: "Noto Sans Tamil",
    regular: require.resolve("@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-tamil/600SemiBold/NotoSansTamil_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Taml}/u,
  },
  {
    name: "Noto Sans Telugu",
    regular: require.resolve("@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-telugu/600SemiBold/NotoSansTelugu_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Telu}/u,
  },
  {
    name: "Noto Sans Kannada",
    regular: require.resolve("@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-kannada/600SemiBold/NotoSansKannada_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Knda}/u,
  },
  {
    name: "Noto Sans Malayalam",
    regular: require.resolve("@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-malayalam/600SemiBold/NotoSansMalayalam_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Mlym}/u,
  },
  {
    name: "Noto Sans Sinhala",
    regular: require.resolve("@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-sinhala/600SemiBold/NotoSansSinhala_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Sinh}/u,
  },
  {
    name: "Noto Sans Georgian",
    regular: require.resolve("@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-georgian/600SemiBold/NotoSansGeorgian_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Geor}/u,
  },
  {
    name: "Noto Sans Armenian",
    regular: require.resolve("@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-armenian/600SemiBold/NotoSansArmenian_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Armn}/u,
  },
  {
    name: "Noto Sans Ethiopic",
    regular: require.resolve("@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-ethiopic/600SemiBold/NotoSansEthiopic_600SemiBold.ttf"),
    askedFor: /\p{Script_Extensions=Ethi}/u,
  },
];

/** Includes marks that enclose a character, because the mark that puts a digit on a key is one. */
const symbols = /[^\p{L}\p{Mn}\p{Mc}]/u;

/** Arrows, checks, circled numbers and similar symbols, and emoji in one color, as a printer draws them. */
export const symbolFamilies: readonly FontFamily[] = [
  {
    name: "Noto Sans Symbols",
    regular: require.resolve("@expo-google-fonts/noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-sans-symbols/600SemiBold/NotoSansSymbols_600SemiBold.ttf"),
    askedFor: symbols,
  },
  {
    name: "Noto Sans Symbols 2",
    regular: require.resolve("@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf"),
    // It has only one weight.
    semibold: require.resolve("@expo-google-fonts/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf"),
    askedFor: symbols,
  },
  {
    name: "Noto Emoji",
    regular: require.resolve("@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf"),
    semibold: require.resolve("@expo-google-fonts/noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf"),
    askedFor: symbols,
  },
];

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

/** The compiler gets all of them at startup and reads a file only when a document uses its family. */
export const allFamilies: readonly FontFamily[] = [
  latinFamily,
  ...scriptFamilies,
  ...symbolFamilies,
  japaneseFamily,
  chineseFamily,
  koreanFamily,
];

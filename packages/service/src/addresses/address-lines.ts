import type { AddressRow } from "@counterfoil/storage";
import { formatAddress } from "localized-address-format";

/**
 * The lines of an address in the order of its country, without the country: "Austin, TX 78701" in the United States,
 * the postal code on a separate line in the United Kingdom, "〒100-0001" first in Japan if the address is written in
 * Japanese. Parts that the country's format leaves out, such as a state in Germany, are added to the last line.
 */
export function addressLines(address: AddressRow | null, country: string | null): string[] {
  if (address === null) return [];
  const { line1, line2, city, state, postalCode } = address;
  const parts = { streets: [line1, line2].flatMap(written), city: written(city), state: written(state) };
  const code = written(postalCode);
  const { streets } = parts;
  if (country === null || !/^[A-Z]{2}$/.test(country)) {
    return withState([...streets, ...line([...code, ...parts.city], " ")], parts.state);
  }
  const isLocal = localScripts.test([...streets, ...parts.city, ...parts.state].join(" "));
  // The format data for Japan knows prefectures but no towns.
  const [area, town] = country === "JP" ? [japaneseArea(parts, isLocal), []] : [parts.state, parts.city];
  const lines = formatAddress(
    {
      postalCountry: country,
      administrativeArea: area.join(""),
      locality: town.join(""),
      postalCode: code.join(""),
      addressLines: streets,
    },
    isLocal ? "local" : "latin",
  ).filter((one) => one !== "");
  const isLeftOut = (part: string) => !lines.some((one) => one.includes(part));
  return withState([...lines, ...line([...code, ...town].filter(isLeftOut), " ")], area.filter(isLeftOut));
}

/**
 * In these scripts countries write an address from the largest part to the smallest, and in Latin letters in the
 * opposite order.
 */
const localScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** "東京都千代田区", and "Chiyoda-ku, Tokyo". */
function japaneseArea(
  { city, state }: { readonly city: readonly string[]; readonly state: readonly string[] },
  isLocal: boolean,
): string[] {
  return isLocal ? line([...state, ...city], "") : line([...city, ...state], ", ");
}

function written(text: string | null): string[] {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? [] : [trimmed];
}

/** The parts on one line. No line if there are no parts. */
function line(parts: readonly string[], separator: string): string[] {
  return parts.length === 0 ? [] : [parts.join(separator)];
}

function withState(lines: readonly string[], state: readonly string[]): string[] {
  return [...lines.slice(0, -1), ...line([...lines.slice(-1), ...state], ", ")];
}

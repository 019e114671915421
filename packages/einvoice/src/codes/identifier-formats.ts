/** The format of a scheme's identifiers, and its description for error messages. */
interface Format {
  readonly holds: (id: string) => boolean;
  readonly written: string;
}

const luhn = (length: number) => (id: string) => new RegExp(`^\\d{${length}}$`).test(id) && isLuhn(id);
const like = (pattern: RegExp) => (id: string) => pattern.test(id);

/**
 * By ISO 6523 ICD and EAS: the schemes whose check digits or form Peppol checks, the French ones, and German
 * Leitweg-IDs.
 */
const FORMATS: Readonly<Record<string, Format>> = {
  "0002": { holds: luhn(9), written: "the 9 digits of a SIREN, such as 732829320" },
  "0007": { holds: luhn(10), written: "the 10 digits of a Swedish organization number, such as 5560360793" },
  "0009": { holds: luhn(14), written: "the 14 digits of a SIRET, such as 73282932000074" },
  "0088": {
    holds: (id) => /^\d{13}$/.test(id) && isGln(id),
    written: "the 13 digits of a GLN, such as 7300010000001",
  },
  "0096": { holds: like(/^\d{10}$/), written: "the 10 digits of a Danish P number" },
  "0106": { holds: like(/^\d{8}$/), written: "the 8 digits of a Dutch KVK number" },
  "0151": { holds: isAbn, written: "the 11 digits of an Australian Business Number, such as 51824753556" },
  "0184": { holds: like(/^(DK)?\d{8}$/), written: "the 8 digits of a Danish CVR number" },
  "0190": { holds: like(/^\d{20}$/), written: "the 20 digits of a Dutch OIN" },
  "0192": { holds: isNorwegian, written: "the 9 digits of a Norwegian organization number, such as 923609016" },
  "0198": { holds: like(/^DK\d{8}$/), written: "DK and the 8 digits of a Danish SE number" },
  "0204": {
    holds: like(/^\d{2,12}(-[A-Za-z0-9]{0,30})?-\d{2}$/),
    written: "a German Leitweg-ID, such as 991-33333TEST-33",
  },
  "0208": { holds: isBelgian, written: "the 10 digits of a Belgian enterprise number, such as 0202239951" },
  "0217": { holds: like(/^\d{12}$/), written: "the 12 digits of a Dutch establishment number" },
  "9930": { holds: like(/^DE\d{9}$/), written: "a German VAT number, such as DE123456789" },
  "9944": { holds: like(/^NL\d{9}B\d{2}$/), written: "a Dutch VAT number, such as NL123456789B12" },
  EM: { holds: like(/^[^\s@]+@[^\s@]+$/), written: "an email address" },
};

/** The expected format if the identifier violates its scheme's format; null if it is valid. */
export function identifierFault({ id, scheme }: { readonly id: string; readonly scheme: string }): string | null {
  const format = FORMATS[scheme];
  return format === undefined || format.holds(id) ? null : format.written;
}

function digitsOf(id: string): number[] {
  return Array.from(id, Number);
}

function weighted(id: string, weightOf: (place: number) => number): number {
  return digitsOf(id).reduce((sum, digit, at) => sum + digit * weightOf(at), 0);
}

export function isLuhn(id: string): boolean {
  const sum = digitsOf(id)
    .toReversed()
    .reduce((total, digit, place) => {
      const counted = place % 2 === 1 ? digit * 2 : digit;
      return total + (counted > 9 ? counted - 9 : counted);
    }, 0);
  return sum % 10 === 0;
}

/** GS1: every second digit, counted from the right, has the weight three. */
function isGln(id: string): boolean {
  return weighted(id, (at) => ((id.length - at) % 2 === 0 ? 3 : 1)) % 10 === 0;
}

function isNorwegian(id: string): boolean {
  if (!/^\d{9}$/.test(id)) return false;
  const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1];
  return weights.reduce((sum, weight, at) => sum + weight * Number(id[at]), 0) % 11 === 0;
}

function isBelgian(id: string): boolean {
  return /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8));
}

function isAbn(id: string): boolean {
  if (!/^\d{11}$/.test(id)) return false;
  const sum = weighted(id, (at) => (at === 0 ? 10 : at * 2 - 1));
  return (sum - 10) % 89 === 0;
}

import { boundsText, type DecimalBounds } from "../decimal/bounds.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Fault, FaultCode } from "./fault.ts";

/** The maximum number of digits of a price, a percentage or a bound, before and after its point together. */
const maximumWireDigits = 60;

/** One spelling for each number, so that it can be returned as it was sent: no `+`, no exponent, no `007`, no `-0`. */
const plainDecimal = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A JSON value of a request, with its location. The read methods return the value in the engine's types, or record a
 * fault and return undefined. Reading continues after a fault, so that every wrong member is reported and not just the
 * first (R-API-4).
 */
export class Wire {
  readonly value: unknown;
  readonly pointer: string;
  readonly faults: Fault[];
  private readonly bounds: DecimalBounds | null;

  private constructor(value: unknown, pointer: string, faults: Fault[], bounds: DecimalBounds | null) {
    this.value = value;
    this.pointer = pointer;
    this.faults = faults;
    this.bounds = bounds;
  }

  /**
   * The whole value. Reads from it and its members record their faults in `faults`.
   *
   * @param bounds the limits of its numbers if the value was sent. Null for a stored value: earlier releases accepted
   * longer numbers.
   */
  static root(value: unknown, bounds: DecimalBounds | null = null): Wire {
    return new Wire(value, "", [], bounds);
  }

  /** Whether the value comes from a caller and not from storage. */
  get isSent(): boolean {
    return this.bounds !== null;
  }

  /** Records a fault at this location. */
  refuse(code: FaultCode, detail: string): undefined {
    this.faults.push({ pointer: this.pointer, code, detail });
    return undefined;
  }

  /** Not sent, or sent as null. Both mean that there is no value (R-API-1). */
  isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Whether this is an object. Each unknown member is a fault. */
  isObjectOf(knownMembers: readonly string[]): boolean {
    const members = this.entries();
    for (const [name, member] of members ?? []) {
      if (!knownMembers.includes(name)) {
        member.refuse("unknown_member", `"${name}" is not a member of this object. Use ${knownMembers.join(", ")}.`);
      }
    }
    return members !== undefined;
  }

  /** One member of an object. Its value is undefined if it was not sent. */
  member(name: string): Wire {
    const isPresent = isJsonObject(this.value) && Object.hasOwn(this.value, name);
    return this.child(name, isPresent ? (this.value as Record<string, unknown>)[name] : undefined);
  }

  /** All members of an object whose names the sender chose. */
  entries(): [name: string, member: Wire][] | undefined {
    if (!isJsonObject(this.value)) return this.refuseType("an object");
    return Object.entries(this.value).map(([name, value]) => [name, this.child(name, value)]);
  }

  /** The elements of an array. */
  elements(maximum: number): Wire[] | undefined {
    if (!Array.isArray(this.value)) return this.refuseType("an array");
    if (this.value.length > maximum) return this.refuse("too_many", `At most ${maximum} elements are allowed.`);
    return this.value.map((element, position) => this.child(String(position), element));
  }

  /** Text with at least one character. */
  text(maximumLength: number): string | undefined {
    if (typeof this.value !== "string") return this.refuseType("a string");
    if (this.value === "") return this.refuse("empty", "Must not be empty.");
    if (this.value.length > maximumLength)
      return this.refuse("too_long", `At most ${maximumLength} characters are allowed.`);
    return this.value;
  }

  /** An array of texts without duplicates. */
  distinctTexts(maximum: number, maximumLength: number): string[] | undefined {
    const seen = new Set<string>();
    const texts = this.elements(maximum)?.map((element) => {
      const text = element.text(maximumLength);
      if (text !== undefined && seen.has(text))
        return element.refuse("duplicate", `"${text}" is listed twice. List each value once.`);
      if (text !== undefined) seen.add(text);
      return text;
    });
    return texts && whenAllRead(texts);
  }

  /** One of a closed set of words. */
  oneOf<Word extends string>(words: readonly Word[]): Word | undefined {
    const found = words.find((word) => word === this.value);
    if (found !== undefined) return found;
    if (typeof this.value !== "string") return this.refuseType("a string");
    return this.refuse("invalid_value", `Must be one of ${words.join(", ")}.`);
  }

  /** `{"value": "0.10"}`: a price or a percentage, not negative. Its digits are kept. */
  money(): Decimal | undefined {
    const amount = this.signedMoney();
    return amount?.isNegative() ? this.member("value").refuse("negative", "Must not be negative.") : amount;
  }

  /** Like {@link money}; zero if it was not sent. */
  optionalMoney(): Decimal | undefined {
    return this.isAbsent() ? Decimal.zero : this.money();
  }

  /** Like {@link money}, with either sign. */
  signedMoney(): Decimal | undefined {
    return this.isObjectOf(["value"]) ? this.member("value").decimalText() : undefined;
  }

  /**
   * A number of units: a JSON number or a decimal string, not negative. A value that is sent must be a number that JSON
   * can show exactly, because the API returns it as a JSON number (R-API-1).
   */
  units(): Decimal | undefined {
    const units = typeof this.value === "number" ? this.decimalNumber(this.value) : this.decimalText();
    if (units?.isNegative()) return this.refuse("negative", "Must not be negative.");
    if (units === undefined || !this.isSent || isExactNumber(units)) return units;
    return this.refuse("out_of_range", EXACT_NUMBERS);
  }

  private decimalNumber(value: number): Decimal | undefined {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) return this.refuse("out_of_range", EXACT_NUMBERS);
    const decimal = Decimal.fromNumber(value);
    return decimal === undefined ? this.refuse("invalid_decimal", "Must be a finite number.") : this.fitting(decimal);
  }

  private decimalText(): Decimal | undefined {
    if (typeof this.value !== "string") return this.refuseType('a decimal string such as "12.50"');
    const isPlain = this.value.length <= maximumWireDigits + 2 && plainDecimal.test(this.value);
    const hasTooManyDigits = this.value.replaceAll(/\D/g, "").length > maximumWireDigits;
    if (isPlain && !hasTooManyDigits) return this.fitting(Decimal.of(this.value));
    return this.refuse(
      "invalid_decimal",
      `Must be a decimal string such as "12.50", with at most ${maximumWireDigits} digits and no exponent.`,
    );
  }

  private fitting(decimal: Decimal): Decimal | undefined {
    if (this.bounds === null || decimal.fits(this.bounds)) return decimal;
    return this.refuse("out_of_range", `Must have ${boundsText(this.bounds)}.`);
  }

  private refuseType(expected: string): undefined {
    if (this.value === undefined) return this.refuse("required", `Is required and must be ${expected}.`);
    return this.refuse("invalid_type", `Must be ${expected}.`);
  }

  private child(name: string, value: unknown): Wire {
    const escaped = name.replaceAll("~", "~0").replaceAll("/", "~1");
    return new Wire(value, `${this.pointer}/${escaped}`, this.faults, this.bounds);
  }
}

function isJsonObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object of all parts, or undefined if a part is undefined. The fault of that part is already recorded. */
export function whenComplete<Whole extends object>(parts: { [Member in keyof Whole]: Whole[Member] | undefined }):
  Whole | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as Whole);
}

/** The list itself, or undefined if one of its elements is undefined. */
export function whenAllRead<Element>(elements: readonly (Element | undefined)[]): Element[] | undefined {
  const read = elements.filter((element) => element !== undefined);
  return read.length === elements.length ? read : undefined;
}

/** The form of a price or a percentage in a request: `{"value": "0.10"}`. */
export interface WireMoney {
  readonly value: string;
}

export function moneyToWire(amount: Decimal): WireMoney {
  return { value: amount.toString() };
}

const EXACT_NUMBERS =
  "Must be a number that JSON can represent exactly: " +
  `at most ${Number.MAX_SAFE_INTEGER}, or at most 15 digits if it has decimals.`;

/** Whether a JSON number is the decimal itself, digit for digit. */
function isExactNumber(units: Decimal): boolean {
  const number = unitsToWire(units);
  if (units.isWhole()) return Number.isSafeInteger(number);
  return Decimal.fromNumber(number)?.equals(units) === true;
}

/**
 * Units as the API returns them: a JSON number. Earlier releases stored some that no JSON number shows exactly; the
 * nearest number is returned.
 */
export function unitsToWire(units: Decimal): number {
  return JSON.parse(units.toCanonical()) as number;
}

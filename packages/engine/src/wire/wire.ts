import { boundsText, type DecimalBounds } from "../decimal/bounds.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Fault, FaultCode } from "./fault.ts";

/** The most digits that a price, a percentage or a bound may have, wherever its point is. */
const maximumWireDigits = 60;

/** One spelling for each number, so that it can be sent back as it came: no `+`, no exponent, no `007`, no `-0`. */
const plainDecimal = /^(?!-0(?:\.0*)?$)-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * A JSON value on its way in, with its place. Its readers answer the value in the engine's types, or note a fault and
 * answer undefined: reading goes on, so that every wrong member is named and not just the first (R-API-4).
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
   * The whole value; what is read from it and below notes its faults in `faults`.
   *
   * @param bounds what its numbers must fit, where it is sent. Null for what is stored: an earlier release took longer ones.
   */
  static root(value: unknown, bounds: DecimalBounds | null = null): Wire {
    return new Wire(value, "", [], bounds);
  }

  /** Whether it comes from a caller and not from what is stored. */
  get isSent(): boolean {
    return this.bounds !== null;
  }

  /** Notes a fault at this place. */
  refuse(code: FaultCode, detail: string): undefined {
    this.faults.push({ pointer: this.pointer, code, detail });
    return undefined;
  }

  /** Not sent, or sent as null: both say that there is no value (R-API-1). */
  isAbsent(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** Whether this is an object; each member that is not among the known ones is a fault. */
  isObjectOf(knownMembers: readonly string[]): boolean {
    const members = this.entries();
    for (const [name, member] of members ?? []) {
      if (!knownMembers.includes(name)) {
        member.refuse("unknown_member", `There is no member "${name}" here; known are ${knownMembers.join(", ")}.`);
      }
    }
    return members !== undefined;
  }

  /** One member of an object; its value is undefined when it was not sent. */
  member(name: string): Wire {
    const isPresent = isJsonObject(this.value) && Object.hasOwn(this.value, name);
    return this.child(name, isPresent ? (this.value as Record<string, unknown>)[name] : undefined);
  }

  /** All members of an object that the sender named freely. */
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
    if (typeof this.value !== "string") return this.refuseType("text");
    if (this.value === "") return this.refuse("empty", "Must not be empty.");
    if (this.value.length > maximumLength)
      return this.refuse("too_long", `At most ${maximumLength} characters are allowed.`);
    return this.value;
  }

  /** An array of texts of which each stands once. */
  distinctTexts(maximum: number, maximumLength: number): string[] | undefined {
    const seen = new Set<string>();
    const texts = this.elements(maximum)?.map((element) => {
      const text = element.text(maximumLength);
      if (text !== undefined && seen.has(text)) return element.refuse("duplicate", `"${text}" is named twice.`);
      if (text !== undefined) seen.add(text);
      return text;
    });
    return texts && whenAllRead(texts);
  }

  /** One of a closed set of words. */
  oneOf<Word extends string>(words: readonly Word[]): Word | undefined {
    const found = words.find((word) => word === this.value);
    if (found !== undefined) return found;
    if (typeof this.value !== "string") return this.refuseType("text");
    return this.refuse("invalid_value", `Must be one of ${words.join(", ")}.`);
  }

  /** `{"value": "0.10"}`: a price or a percentage, not negative. Its digits are kept. */
  money(): Decimal | undefined {
    const amount = this.signedMoney();
    return amount?.isNegative() ? this.member("value").refuse("negative", "Must not be negative.") : amount;
  }

  /** As {@link money}; zero when it was not sent. */
  optionalMoney(): Decimal | undefined {
    return this.isAbsent() ? Decimal.zero : this.money();
  }

  /** As {@link money}, of either sign. */
  signedMoney(): Decimal | undefined {
    return this.isObjectOf(["value"]) ? this.member("value").decimalText() : undefined;
  }

  /**
   * A number of units: a JSON number or a decimal string, not negative. What is sent has to be a number that JSON shows exactly,
   * because that is how it is read again (R-API-1).
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
      `Must be a plain decimal such as "12.50", of at most ${maximumWireDigits} digits and without an exponent.`,
    );
  }

  private fitting(decimal: Decimal): Decimal | undefined {
    if (this.bounds === null || decimal.fits(this.bounds)) return decimal;
    return this.refuse("out_of_range", `Must have ${boundsText(this.bounds)}.`);
  }

  private refuseType(expected: string): undefined {
    if (this.value === undefined) return this.refuse("required", `Is required: ${expected}.`);
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

/**
 * The object of all parts, or undefined when one of them is. A part that could not be read has noted its fault, and there
 * is nothing to build.
 */
export function whenComplete<Whole extends object>(parts: { [Member in keyof Whole]: Whole[Member] | undefined }):
  Whole | undefined {
  return Object.values(parts).includes(undefined) ? undefined : (parts as Whole);
}

/** The list itself, or undefined when one of its elements could not be read. */
export function whenAllRead<Element>(elements: readonly (Element | undefined)[]): Element[] | undefined {
  const read = elements.filter((element) => element !== undefined);
  return read.length === elements.length ? read : undefined;
}

/** A price or a percentage as it is sent: `{"value": "0.10"}`. */
export interface WireMoney {
  readonly value: string;
}

export function moneyToWire(amount: Decimal): WireMoney {
  return { value: amount.toString() };
}

const EXACT_NUMBERS = `Must be a number that JSON shows exactly: at most ${Number.MAX_SAFE_INTEGER}, with at most 15 digits where it has decimals.`;

/** Whether a JSON number is the decimal itself, digit for digit. */
function isExactNumber(units: Decimal): boolean {
  const number = unitsToWire(units);
  if (units.isWhole()) return Number.isSafeInteger(number);
  return Decimal.fromNumber(number)?.equals(units) === true;
}

/** Units as they are read: a JSON number. An earlier release stored some that no JSON number shows exactly: the nearest stands for them. */
export function unitsToWire(units: Decimal): number {
  return JSON.parse(units.toCanonical()) as number;
}

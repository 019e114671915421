import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { BareInput, TextField } from "./field.tsx";
import { faultOf } from "./faults.ts";
import { isDecimal } from "../format/amount.ts";
import { type NumberKind, readNumber, writeNumber, WRONG_NUMBER, wrongNumberWords } from "../format/typed-number.ts";

export interface NumberFieldProps {
  readonly label: string;
  readonly kind: NumberKind;
  /** The number as the API writes it. Undefined if the field keeps it itself, beginning with `defaultValue`. */
  readonly value?: string;
  readonly defaultValue?: string | undefined;
  /** The number in a form's data, as the API takes it. */
  readonly name?: string;
  /** Called with the number as the API takes it, an empty text, or `WRONG_NUMBER`. */
  readonly onChange?: (value: string) => void;
  /** Words that are accepted besides numbers: `unlimited`. */
  readonly words?: readonly string[];
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  /** The server's fault. */
  readonly fault?: string | undefined;
  readonly className?: string;
}

/**
 * A number, typed in the person's locale: `1,200.00` in English. Once the person leaves the field, it says what is wrong,
 * and a form with a wrong number cannot be sent.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, className, name } = props;
  const { input, fault, value } = useTypedNumber(props);
  return (
    <>
      <TextField {...input} label={label} hint={hint} fault={fault} className={className} />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
}

/** A number without a visible label, for rows of a table. What is wrong is under the field. */
export function BareNumber({ className, ...props }: Omit<NumberFieldProps, "name" | "hint">) {
  const { input, fault } = useTypedNumber(props);
  const note = useId();
  return (
    <>
      <BareInput
        {...input}
        label={props.label}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : note}
        className={className}
      />
      {fault !== undefined && (
        <p id={note} className="mt-1 text-xs text-bad">
          {faultOf(fault, props.label)}
        </p>
      )}
    </>
  );
}

function useTypedNumber(props: Omit<NumberFieldProps, "name" | "hint" | "className">) {
  const { kind, value: given, defaultValue = "", onChange, words = [], required = false, fault } = props;
  const element = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState(defaultValue);
  const value = given ?? own;
  const [typed, setTyped] = useState({ text: shownNumber(value, kind), value });
  const [isLeft, setLeft] = useState(false);
  // The value may change without typing, such as when a row is removed.
  const text = typed.value === value ? typed.text : shownNumber(value, kind);
  const isWrong = valueOf(text, kind, words) === WRONG_NUMBER || (required && text.trim() === "");
  const wrong = isWrong ? wrongNumberWords(kind, words) : "";
  // The browser does not send a form with such a field, and neither do buttons that ask `areFieldsRight`.
  useLayoutEffect(() => element.current?.setCustomValidity(wrong), [wrong]);
  return {
    value,
    fault: isLeft && isWrong ? wrong : fault,
    input: {
      ref: element,
      value: text,
      inputMode: kind === "count" ? ("numeric" as const) : ("decimal" as const),
      autoComplete: "off",
      disabled: props.disabled,
      autoFocus: props.autoFocus,
      placeholder: props.placeholder,
      "aria-required": required || undefined,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        const next = valueOf(target.value, kind, words);
        setTyped({ text: target.value, value: next });
        setOwn(next);
        onChange?.(next);
      },
      onBlur: () => {
        setLeft(true);
        if (!isWrong) setTyped({ text: shownNumber(value, kind), value });
      },
      onInvalid: (event: SyntheticEvent<HTMLInputElement>) => {
        // The words are under the field, so the browser need not show them in a bubble.
        event.preventDefault();
        setLeft(true);
        const { currentTarget } = event;
        const first = currentTarget.form?.querySelector("input:invalid, select:invalid, textarea:invalid");
        if (first === null || first === undefined || first === currentTarget) currentTarget.focus();
      },
    },
  };
}

function valueOf(text: string, kind: NumberKind, words: readonly string[]): string {
  const trimmed = text.trim();
  if (trimmed === "") return "";
  const word = words.find((one) => one === trimmed.toLowerCase());
  if (word !== undefined) return word;
  const number = readNumber(trimmed);
  if (number === null || (kind === "count" && !/^\d+$/.test(number))) return WRONG_NUMBER;
  return number;
}

function shownNumber(value: string, kind: NumberKind): string {
  if (value === WRONG_NUMBER) return "";
  return kind === "count" || !isDecimal(value) ? value : writeNumber(value);
}

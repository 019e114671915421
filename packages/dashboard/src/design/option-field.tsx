import { useMemo, useState } from "react";
import { exactOption, findOptions, type Option } from "../format/options.ts";
import { SearchField, type SearchFieldLook } from "./search-field.tsx";

export interface OptionFieldProps extends SearchFieldLook {
  /** The value in a form's data. */
  readonly name?: string;
  /** The current value. Undefined if the field keeps it itself, beginning with `defaultValue`. */
  readonly value?: string;
  readonly defaultValue?: string;
  /** Called with the new value. Empty if the field was cleared. */
  readonly onChange?: (value: string) => void;
  readonly placeholder?: string | undefined;
  /** The field cannot be cleared. */
  readonly required?: boolean;
}

interface FieldOfOptions extends OptionFieldProps {
  /** Called when the list opens. */
  readonly options: () => readonly Option[];
  /** A value as text in the closed field. */
  readonly shown: (value: string) => string;
}

/** A choice of one of many known options, found by typing a few letters. */
export function OptionField(props: FieldOfOptions) {
  const { name, value: given, defaultValue = "", onChange, options, shown, ...field } = props;
  const [text, setText] = useState<string | null>(null);
  const [own, setOwn] = useState(defaultValue);
  const value = given ?? own;
  const isOpen = text !== null;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the options do not change while the list is open
  const all = useMemo(() => (isOpen ? options() : []), [isOpen]);
  const choose = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  return (
    <>
      <SearchField
        {...field}
        text={text}
        onText={setText}
        options={findOptions(all, text ?? "").map(({ value: id, ...rest }) => ({ id, ...rest }))}
        chosen={value === "" ? null : shown(value)}
        onChoose={(id) => choose(id ?? "")}
        onLeave={(left) => {
          const exact = exactOption(all, left);
          if (exact !== undefined) choose(exact.value);
        }}
      />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  );
}

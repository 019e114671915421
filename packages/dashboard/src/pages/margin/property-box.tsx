import { useEffect, useId, useState } from "react";
import { BareInput } from "../../design/field.tsx";
import { useDebounced } from "../../design/use-debounced.ts";
import { useAddress } from "../../routing/address.ts";

interface PropertyBoxProps {
  readonly shown: string;
  readonly known: readonly string[];
}

const PAUSE_MILLISECONDS = 400;

/** The event property whose values are the rows. Any name can be typed. */
export function PropertyBox({ shown, known }: PropertyBoxProps) {
  const [, change] = useAddress("/insights/margin");
  const [text, setText] = useState(shown);
  const list = useId();
  const typed = useDebounced(text.trim(), PAUSE_MILLISECONDS);
  useEffect(() => setText(shown), [shown]);
  useEffect(() => {
    if (typed !== "" && typed !== shown) change({ property: typed }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing changes the address
  }, [typed]);
  return (
    <span className="w-36 max-sm:w-full">
      <BareInput label="Property" list={list} value={text} onChange={({ target }) => setText(target.value)} />
      <datalist id={list}>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </span>
  );
}

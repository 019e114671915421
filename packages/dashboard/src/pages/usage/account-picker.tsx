import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { asked } from "../../server/asked.ts";
import { Picker } from "../../design/picker.tsx";
import { useAccountNames } from "../../named/account-name.tsx";

interface AccountPickerProps {
  readonly label?: string;
  readonly chosen: readonly string[];
  readonly onChoose: (accountId: string) => void;
  /** The button's text if no account is chosen. */
  readonly none: string;
  /** The name of the option for all accounts. Without it there is no such option. */
  readonly allName?: string;
  readonly several?: boolean;
  readonly isLabelVisible?: boolean;
  readonly className?: string;
}

/** A choice of one or several accounts. The server searches them by name. */
export function AccountPicker({ label = "Account", chosen, onChoose, none, allName, ...rest }: AccountPickerProps) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim());
  const found = useQuery({
    ...asked((api, signal) =>
      api.accounts.list(
        {
          limit: 20,
          sort: "name:asc",
          ...(wanted !== "" && { filters: [{ field: "name", operator: "contains", value: wanted }] }),
        },
        { signal },
      ),
    ),
    placeholderData: keepPreviousData,
  });
  const names = useAccountNames(chosen);
  const options = (found.data?.data ?? []).map(({ id, name, aliases }) => ({ value: id, name, note: aliases[0] }));
  const [first] = chosen;
  return (
    <Picker
      {...rest}
      label={label}
      options={allName === undefined || wanted !== "" ? options : [{ value: "", name: allName }, ...options]}
      chosen={chosen}
      onChoose={onChoose}
      onSearch={setText}
      isLoading={found.isFetching}
      shown={first === undefined ? none : chosen.length === 1 ? names.get(first) : `${chosen.length} accounts`}
    />
  );
}

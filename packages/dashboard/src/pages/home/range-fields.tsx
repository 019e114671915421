import { useAddress } from "../../app/address.ts";
import { BareInput } from "../../design/field.tsx";

/** From which day, and up to which, both kept in the address. */
export function RangeFields() {
  const [search, change] = useAddress();
  const field = (name: "from" | "to", label: string) => (
    <div className="flex items-center gap-1.5 text-sm text-muted">
      {label}
      <span className="w-36">
        <BareInput
          label={label}
          type="date"
          value={search[name] ?? ""}
          onChange={(event) => change({ [name]: event.target.value, month: "" }, { replace: true })}
        />
      </span>
    </div>
  );
  return (
    <>
      {field("from", "From")}
      {field("to", "Before")}
    </>
  );
}

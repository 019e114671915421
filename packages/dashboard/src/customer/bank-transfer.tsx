import { CopyButton } from "../design/code.tsx";
import { useReading } from "./reading.ts";

/** Where a transfer goes, and what to write on it, ready to be copied. */
export function BankTransfer({ details, reference }: { readonly details: string; readonly reference: string }) {
  const { words } = useReading();
  return (
    <div className="mt-4 rounded-md bg-sunken p-4 text-sm">
      <h2 className="mb-2 font-medium">{words.byBankTransfer}</h2>
      <Copyable text={details} label={words.copy} />
      {reference !== "" && (
        <div className="mt-2 border-t border-line pt-2">
          <span className="text-xs text-muted">{words.reference}</span>
          <Copyable text={reference} label={words.copy} />
        </div>
      )}
    </div>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="figures own-direction min-w-0 pt-2 break-words whitespace-pre-line">{text}</p>
      <CopyButton text={text} label={label} />
    </div>
  );
}

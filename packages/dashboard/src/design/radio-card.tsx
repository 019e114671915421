import { type InputHTMLAttributes, useId } from "react";

interface RadioCardProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> {
  readonly label: string;
  /** What the option means. */
  readonly note: string;
}

/** One of a few options that need an explanation. Belongs in a fieldset that names the choice. */
export function RadioCard({ label, note, ...rest }: RadioCardProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        id={id}
        aria-describedby={`${id}-note`}
        {...rest}
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block cursor-pointer font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="text-xs text-muted">
          {note}
        </p>
      </div>
    </div>
  );
}

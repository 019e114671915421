import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { classes } from "./classes.ts";
import { faultOf } from "./faults.ts";

const BOX =
  "min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-ink placeholder:text-muted aria-invalid:border-bad disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken [&[readonly]]:text-muted";

interface FieldProps {
  readonly label: string;
  /** What to enter, and in which format. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, in the server's words. */
  readonly fault?: string | undefined;
  readonly className?: string;
  readonly children: (ids: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A label, its control, a hint, and the fault. */
export function Field({ label, hint, fault, className, children }: FieldProps) {
  const id = useId();
  const isDescribed = hint !== undefined || fault !== undefined;
  return (
    <div className={classes("min-w-0", className)}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": isDescribed ? `${id}-note` : undefined,
        "aria-invalid": fault === undefined ? undefined : true,
      })}
      {isDescribed && (
        <p id={`${id}-note`} className={classes("mt-1 text-xs", fault === undefined ? "text-muted" : "text-bad")}>
          {faultOf(fault, label) ?? hint}
        </p>
      )}
    </div>
  );
}

type WithRef = { readonly ref?: Ref<HTMLInputElement> };
type Labelled<Control> = Omit<Control, "className"> & Pick<FieldProps, "label" | "hint" | "fault" | "className">;

export function TextField({
  label,
  hint,
  fault,
  className,
  ...rest
}: Labelled<InputHTMLAttributes<HTMLInputElement>> & WithRef) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {(ids) => <input type="text" {...rest} {...ids} className={classes(BOX, "h-9 w-full")} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  fault,
  className,
  ...rest
}: Labelled<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {(ids) => <textarea rows={3} {...rest} {...ids} className={classes(BOX, "w-full py-2")} />}
    </Field>
  );
}

/** A choice of a few options. Uses the browser's own list, which works on every phone and with every screen reader. */
export function SelectField({
  label,
  hint,
  fault,
  className,
  children,
  ...rest
}: Labelled<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {(ids) => (
        <select {...rest} {...ids} className={classes(BOX, "h-9 w-full pr-7")}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A control without a visible label, for bars above tables. */
export function BareInput({
  label,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & WithRef & { readonly label: string }) {
  return <input type="text" aria-label={label} {...rest} className={classes(BOX, "h-9 w-full", className)} />;
}

export function BareSelect({
  label,
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { readonly label: string }) {
  return <select aria-label={label} {...rest} className={classes(BOX, "h-9 max-w-full pr-7", className)} />;
}

export function CheckField({
  label,
  hint,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & { readonly label: string; readonly hint?: ReactNode }) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input type="checkbox" id={id} {...rest} className="mt-0.5 size-4 shrink-0 accent-(--accent)" />
      <label htmlFor={id} className="text-sm">
        {label}
        {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
      </label>
    </div>
  );
}

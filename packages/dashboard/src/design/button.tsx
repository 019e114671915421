import { LoaderCircle } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classes } from "./classes.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

const KINDS: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover shadow-raised",
  secondary: "bg-surface text-ink border border-line hover:bg-sunken shadow-raised",
  quiet: "text-ink hover:bg-sunken",
  danger: "bg-surface text-bad border border-line hover:bg-bad-soft shadow-raised",
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  readonly icon?: ReactNode;
  /** While the action runs: the button shows it and cannot be pressed again. */
  readonly busy?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClasses(kind: ButtonKind = "secondary", extra = ""): string {
  return classes(
    "inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-55",
    KINDS[kind],
    extra,
  );
}

export function Button({
  kind = "secondary",
  icon,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClasses(kind, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  );
}

/** A button with only an icon. Its label is read out and shown as a tooltip. */
export function IconButton({
  label,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        "inline-grid size-9 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-55",
        className,
      )}
    />
  );
}

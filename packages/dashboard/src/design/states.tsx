import { CounterfoilError } from "@counterfoil/sdk";
import { CloudOff, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Code } from "./code.tsx";
import { isUnreached, reasonOf } from "./reason.ts";

/** Where something is about to appear: as large as it will be, so that nothing moves. */
export function Skeleton({ className, height }: { readonly className?: string; readonly height?: number }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-sunken", className)} style={{ height }} />;
}

interface EmptyProps {
  readonly title: string;
  /** What this is for, in a sentence or two. */
  readonly children?: ReactNode;
  /** A request that makes the first one, which works as it stands. */
  readonly request?: string;
  readonly action?: ReactNode;
}

/** Nothing here yet: says what would be here, and how it comes. */
export function Empty({ title, children, request, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center gap-2 px-4 py-10 text-center">
      <h2 className="text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-prose text-sm text-balance text-muted">{children}</div>}
      {action}
      {request !== undefined && <Code text={request} label="API request" className="mt-2 w-full text-left" />}
    </div>
  );
}

/** What went wrong, in the server's words, with its request id, and a way on. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { title, detail, requestId, isOffline } = describe(error);
  const Icon = isOffline ? CloudOff : TriangleAlert;
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col items-center gap-2 px-4 py-12 text-center">
      <Icon aria-hidden className="size-6 text-bad" />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-sm text-muted">{detail}</p>
      {requestId !== "" && <p className="font-mono text-xs text-muted">API request {requestId}</p>}
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** The same in one line, inside forms. */
export function FailureLine({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const { title, detail } = describe(error);
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <strong className="font-semibold">{title}.</strong> {detail}
    </p>
  );
}

function describe(error: unknown) {
  if (error instanceof CounterfoilError) {
    const isOffline = isUnreached(error);
    return {
      title: isOffline ? "Can't reach the server" : error.title,
      detail: isOffline ? "This data may be out of date. Check your connection, then try again." : error.message,
      requestId: error.requestId ?? "",
      isOffline,
    };
  }
  return {
    title: "Something went wrong",
    detail: reasonOf(error),
    requestId: "",
    isOffline: false,
  };
}

/** The fault of one member, as the server names it: `/contacts/0/email`. */
export function faultAt(error: unknown, pointer: string): string | undefined {
  return error instanceof CounterfoilError ? error.errors.find((one) => one.pointer === pointer)?.detail : undefined;
}

/** The faults of one part, named from there on: `/prices/1/currency` below `/prices/1` is `/currency`. Null where it has none. */
export function faultsBelow(error: unknown, part: string): CounterfoilError | null {
  if (!(error instanceof CounterfoilError)) return null;
  const errors = error.errors
    .filter(({ pointer }) => pointer.startsWith(`${part}/`))
    .map((fault) => ({ ...fault, pointer: fault.pointer.slice(part.length) }));
  return errors.length === 0 ? null : new CounterfoilError({ ...error, detail: error.message, errors });
}

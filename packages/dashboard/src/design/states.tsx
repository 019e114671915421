import { CounterfoilError } from "@counterfoil/sdk";
import { CloudOff, SearchX, TriangleAlert } from "lucide-react";
import { type ReactNode, use, useLayoutEffect, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Code } from "./code.tsx";
import { wordsOfFaults } from "./faults.ts";
import { isUnreached, reasonOf } from "./reason.ts";
import { WayOnContext } from "./way-on.ts";

export { faultAt, faultsBelow } from "./faults.ts";

/** A placeholder for content that is loading. It has the size of the content, so that nothing moves. */
export function Skeleton({ className, height }: { readonly className?: string; readonly height?: number }) {
  return <div aria-hidden className={classes("animate-pulse rounded-md bg-sunken", className)} style={{ height }} />;
}

interface EmptyProps {
  readonly title: string;
  /** What this is for, in a sentence or two. */
  readonly children?: ReactNode;
  /** A request that creates the first one and works unchanged. */
  readonly request?: string;
  readonly action?: ReactNode;
}

/** An empty state: says what belongs here and how to create it. */
export function Empty({ title, children, request, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center gap-2 px-4 py-10 text-center">
      <h2 className="text-base font-semibold">{title}</h2>
      {children !== undefined && <div className="max-w-prose text-sm text-balance text-muted">{children}</div>}
      {action}
      {request !== undefined && <Code text={request} label="API request" wraps className="mt-2 w-full text-left" />}
    </div>
  );
}

/**
 * An error in the server's words, with its request ID and a way on: to retry, or to the list if the object does not exist
 * or the role may not read it.
 */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { title, detail, requestId, isOffline } = describe(error);
  const isFinal = error instanceof CounterfoilError && (error.status === 404 || error.status === 403);
  const wayOn = use(WayOnContext);
  const Icon = isOffline ? CloudOff : isFinal ? SearchX : TriangleAlert;
  return (
    <div role="alert" className="mx-auto flex max-w-xl flex-col items-center gap-2 px-4 py-12 text-center">
      <Icon aria-hidden className={classes("size-6", isFinal ? "text-muted" : "text-bad")} />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="text-sm wrap-anywhere text-muted">
        {detail}
        {isFinal && error.status === 404 && " It may have been deleted, or it belongs to another organization."}
      </p>
      {requestId !== "" && <p className="font-mono text-xs text-muted">API request {requestId}</p>}
      {isFinal ? wayOn : onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** An error in one line, inside forms. Faults that a field shows are not repeated. */
export function FailureLine({ error }: { readonly error: unknown }) {
  const [shown, setShown] = useState<{ readonly of: unknown; readonly detail: string } | null>(null);
  // Fields mark the faults that they show while they render, and some of them render after this line.
  useLayoutEffect(() => {
    if (error !== null && error !== undefined) setShown({ of: error, detail: describe(error).detail });
  }, [error]);
  if (error === null || error === undefined) return null;
  const { title } = describe(error);
  const detail = shown?.of === error ? shown.detail : "";
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
      detail: isOffline
        ? "This data may be out of date. Check your connection, then try again."
        : error.errors.length > 0
          ? wordsOfFaults(error)
          : error.message,
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

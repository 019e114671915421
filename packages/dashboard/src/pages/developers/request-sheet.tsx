import type { LoggedExchange } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fact, Facts } from "../../design/card.tsx";
import { Code } from "../../design/code.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { pageAt } from "../../routing/page-at.ts";
import { asked } from "../../server/asked.ts";
import { curlOf, REDACTED } from "./curl-of.ts";
import { RequestStatus } from "./request-status.tsx";

/** One request: what was sent and answered, and the command that sends it again. */
export function RequestSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const request = useQuery(asked((api, signal) => api.requestLog.get(id, { signal })));
  const title = request.data === undefined ? "Request" : `${request.data.method} ${request.data.path}`;
  return (
    <Dialog title={title} isOpen onClose={onClose} place="side">
      {request.error !== null ? (
        <Failure error={request.error} onRetry={() => void request.refetch()} />
      ) : request.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="flex flex-col gap-5">
          <Summary request={request.data} onClose={onClose} />
          <Body
            title="Request body"
            body={request.data.requestBody}
            bytes={request.data.requestBytes}
            isCut={request.data.isCut}
          />
          <Body
            title="Response body"
            body={request.data.responseBody}
            bytes={request.data.responseBytes}
            isCut={request.data.isCut}
          />
          <Replay request={request.data} />
        </div>
      )}
    </Dialog>
  );
}

function Summary({ request, onClose }: { readonly request: LoggedExchange; readonly onClose: () => void }) {
  const { status, errorCode, at, durationMs, actor, query, requestId, idempotencyKey } = request;
  return (
    <Facts>
      <Fact name="Status">
        <span className="flex items-center gap-2">
          <RequestStatus status={status} />
          {errorCode !== null && (
            <a
              href={`/docs/errors#${errorCode}`}
              target="_blank"
              rel="noreferrer"
              className="text-accent hover:underline"
            >
              {errorCode}
            </a>
          )}
        </span>
      </Fact>
      <Fact name="Time">
        <Instant instant={at} />
      </Fact>
      <Fact name="Duration">
        <span className="figures">{durationMs.toLocaleString()} ms</span>
      </Fact>
      <Fact name={actor.type === "person" ? "Person" : "API key"}>
        <Link
          {...pageAt("/request-log", { actorId: actor.id })}
          onClick={onClose}
          className="text-accent hover:underline"
        >
          {actor.name ?? actor.id}
        </Link>
      </Fact>
      {query !== "" && (
        <Fact name="Query">
          <span className="font-mono text-xs break-all">{query}</span>
        </Fact>
      )}
      <Fact name="Request ID">
        <Link
          {...pageAt("/audit", { request: requestId })}
          className="font-mono text-xs break-all text-accent hover:underline"
          title="Show the changes that this request made"
        >
          {requestId}
        </Link>
      </Fact>
      {idempotencyKey !== null && (
        <Fact name="Idempotency-Key">
          <span className="font-mono text-xs break-all">{idempotencyKey}</span>
        </Fact>
      )}
    </Facts>
  );
}

interface BodyProps {
  readonly title: string;
  readonly body: string | null;
  readonly bytes: number | null;
  readonly isCut: boolean;
}

function Body({ title, body, bytes, isCut }: BodyProps) {
  const whole = body === null ? null : indented(body);
  if (body === null && (bytes === null || bytes === 0)) return null;
  return (
    <section>
      <h3 className="mb-2 flex items-baseline gap-2 font-semibold">
        {title}
        {bytes !== null && (
          <span className="figures text-sm font-normal text-muted">{bytes.toLocaleString()} bytes</span>
        )}
      </h3>
      {body === null ? (
        <p className="text-sm text-muted">Not logged: it is too long, has a secret, or is about people or usage.</p>
      ) : (
        <Code label={title} text={whole ?? body} />
      )}
      {isCut && body !== null && whole === null && <p className="mt-1 text-sm text-muted">The end is cut off.</p>}
    </section>
  );
}

function Replay({ request }: { readonly request: LoggedExchange }) {
  const command = curlOf(request, window.location.origin);
  return (
    <section>
      <h3 className="mb-2 font-semibold">Send it again</h3>
      <Code label="Command" text={command} />
      {command.includes(REDACTED) && (
        <p className="mt-1 text-sm text-muted">Replace each {REDACTED} by its value first.</p>
      )}
    </section>
  );
}

/** Indented JSON. Null for JSON that was cut. */
function indented(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}

import { CounterfoilError, type OauthConnectionScope } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button, buttonClasses } from "../../design/button.tsx";
import { SelectField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { RadioCard } from "../../design/radio-card.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { toWords } from "../../format/words.ts";
import { useAddress } from "../../routing/address.ts";
import { clientOf, visitorClient } from "../../server/client.ts";
import { rolesWith } from "../../server/session.ts";
import { Welcome } from "./welcome.tsx";

/** What a person can allow, from the least to the most. */
const LEVELS: readonly { readonly label: string; readonly note: string; readonly scopes: readonly Scope[] }[] = [
  { label: "Read only", note: "Read accounts, invoices, usage and the catalog", scopes: ["read"] },
  {
    label: "Read and write",
    note: "Also change accounts, subscriptions and the catalog, each time after a preview",
    scopes: ["read", "write"],
  },
  {
    label: "Read, write and billing",
    note: "Also issue invoices and credit notes, and record payments, each time after a preview",
    scopes: ["read", "write", "billing"],
  },
];
type Scope = OauthConnectionScope;

/** The page on which a person allows a program to use Counterfoil, or refuses. The program opens it. */
export function Authorize() {
  const [{ request = "" }] = useAddress("/authorize");
  const me = useQuery({
    queryKey: ["authorize", "me"],
    queryFn: async ({ signal }) => await visitorClient.me.get({ signal }),
  });
  const asked = useQuery({
    queryKey: ["authorize", "request", request],
    queryFn: async ({ signal }) => await visitorClient.oauthConnections.readRequest({ request }, { signal }),
    enabled: me.data !== undefined && request !== "",
    staleTime: Infinity,
  });
  const isSignedOut = me.error instanceof CounterfoilError && me.error.status === 401;
  useEffect(() => {
    if (!isSignedOut) return;
    const { pathname, search } = window.location;
    window.location.replace(`/app/sign-in?to=${encodeURIComponent(pathname + search)}`);
  }, [isSignedOut]);
  const error = isSignedOut ? null : (me.error ?? asked.error);
  // Only a program knows its request: without one, somebody opened the address.
  if (error !== null || request === "") {
    return (
      <Welcome title="This request can’t be opened">
        {error !== null && <FailureLine error={error} />}
        <p className="mt-4 text-sm text-muted">Go back to the program and connect again.</p>
      </Welcome>
    );
  }
  if (me.data === undefined || asked.data === undefined) {
    return (
      <Welcome title="Connect a program">
        <Skeleton className="h-80 w-full" />
      </Welcome>
    );
  }
  return (
    <Welcome title={`Connect ${asked.data.clientName}`}>
      <p className="mb-4 text-sm text-muted">
        You are signed in as <Strong>{me.data.email}</Strong>.
      </p>
      <Consent me={me.data} asked={asked.data} request={request} />
    </Welcome>
  );
}

interface ConsentProps {
  readonly me: Awaited<ReturnType<typeof visitorClient.me.get>>;
  readonly asked: Awaited<ReturnType<typeof visitorClient.oauthConnections.readRequest>>;
  readonly request: string;
}

function Consent({ me, asked, request }: ConsentProps) {
  const grant = useMutation({
    mutationFn: async (form: FormData) =>
      await clientOf(textOf(form, "organization")).oauthConnections.create({
        request,
        scopes: textOf(form, "scopes").split(" ") as Scope[],
      }),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
  });
  const roles = rolesWith("admin");
  const own = me.organizations.filter(({ role }) => roles.includes(role));
  const levels = LEVELS.filter(({ scopes }) => scopes.every((scope) => asked.scopes.includes(scope)));
  const offered =
    levels.length > 0 ? levels : [{ label: asked.scopes.map(toWords).join(", "), note: "", scopes: asked.scopes }];
  const refuse = (
    <a href={asked.refuseTo} className={buttonClasses("secondary", "flex-1")}>
      Refuse
    </a>
  );
  if (own.length === 0) {
    return (
      <>
        <p className="mb-4 text-sm">
          Your role cannot connect programs. Ask an owner or an admin of your organization to connect this one.
        </p>
        <div className="flex gap-2">{refuse}</div>
      </>
    );
  }
  const isDone = grant.isPending || grant.isSuccess;
  return (
    <form onSubmit={submitted(grant.mutate)} className="flex flex-col gap-4">
      <div className="rounded-md bg-warn-soft px-3 py-2 text-sm text-ink">
        A program that calls itself <Strong>{asked.clientName}</Strong> asks for access. Counterfoil cannot verify the
        name.{" "}
        {asked.isLocal ? (
          <>
            It runs on this computer, at <Strong>{asked.redirectHost}</Strong>.
          </>
        ) : (
          <>
            Allowing it takes you to <Strong>{asked.redirectHost}</Strong>.
          </>
        )}{" "}
        Allow it only if you have just started this yourself.
      </div>
      <SelectField
        label="Organization"
        name="organization"
        defaultValue={
          (own.find(({ organizationId }) => organizationId === me.organization?.organizationId) ?? own[0])
            ?.organizationId
        }
        hint={
          own.length < me.organizations.length ? "Only organizations in which you are an owner or admin" : undefined
        }
      >
        {own.map(({ organizationId, name, sandbox }) => (
          <option key={organizationId} value={organizationId}>
            {sandbox ? `${name} (sandbox)` : name}
          </option>
        ))}
      </SelectField>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">Access</legend>
        {offered.map(({ label, note, scopes }, index) => (
          <RadioCard
            key={label}
            name="scopes"
            value={scopes.join(" ")}
            label={label}
            note={note}
            defaultChecked={index === 0}
          />
        ))}
      </fieldset>
      <p className="text-xs text-muted">
        The audit log shows what it changes, with your name. You can revoke it at any time in API keys → Connections.
      </p>
      <FailureLine error={grant.error} />
      <div className="flex gap-2">
        {refuse}
        <Button type="submit" kind="primary" className="flex-1" busy={isDone}>
          Allow
        </Button>
      </div>
    </form>
  );
}

function Strong({ children }: { readonly children: ReactNode }) {
  return <strong className="font-semibold wrap-anywhere">{children}</strong>;
}

import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { passwordOf, submitted, textOf } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";
import { LockedOut, useLock } from "./lock.tsx";
import { Welcome } from "./welcome.tsx";

/** The way in: password, and the second factor where one is set up. */
export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Welcome title={needsCode ? "Enter the code from your app" : "Sign in"}>
      {needsCode ? (
        <CodeForm onBack={() => setNeedsCode(false)} />
      ) : (
        <PasswordForm onCodeNeeded={() => setNeedsCode(true)} />
      )}
    </Welcome>
  );
}

function PasswordForm({ onCodeNeeded }: { readonly onCodeNeeded: () => void }) {
  const enter = useEnter();
  const [{ done }] = useAddress("/sign-in");
  const signIn = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.signIn(
        { email: textOf(form, "email"), password: passwordOf(form, "password") },
        // Whoever waits at a form is told at once that it takes no more attempts.
        { retries: 0 },
      ),
    onSuccess: ({ status }) => (status === "second_factor_required" ? onCodeNeeded() : enter()),
  });
  const lock = useLock(signIn.error);
  return (
    <form onSubmit={submitted(signIn.mutate)} className="flex flex-col gap-4">
      {done !== undefined && DONE[done] !== undefined && (
        <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-sm text-good">
          {DONE[done]}
        </p>
      )}
      <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      {lock === null ? <FailureLine error={signIn.error} /> : <LockedOut seconds={lock} />}
      <Button type="submit" kind="primary" busy={signIn.isPending} disabled={lock !== null}>
        Sign in
      </Button>
      <Link to="/forgot-password" className="self-center rounded-sm py-1 text-sm text-accent hover:underline">
        Forgot password?
      </Link>
    </form>
  );
}

/** What somebody comes back with from another page. */
const DONE: Record<string, string> = {
  password: "Password changed. Sign in with your new password.",
  invitation: "Welcome. Sign in with the password you chose.",
};

function CodeForm({ onBack }: { readonly onBack: () => void }) {
  const enter = useEnter();
  const [isRecoveryCode, setRecoveryCode] = useState(false);
  const show = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.showSecondFactor({ code: textOf(form, "code").replaceAll(/\s/g, ""), isRecoveryCode }),
    onSuccess: enter,
  });
  const lock = useLock(show.error);
  return (
    <form onSubmit={submitted(show.mutate)} className="flex flex-col gap-4">
      <TextField
        key={String(isRecoveryCode)}
        label={isRecoveryCode ? "Recovery code" : "Code"}
        name="code"
        inputMode={isRecoveryCode ? "text" : "numeric"}
        autoComplete="one-time-code"
        hint={isRecoveryCode ? "One of the recovery codes you saved during setup. Each code works once." : undefined}
        required
        autoFocus
      />
      {lock === null ? <FailureLine error={show.error} /> : <LockedOut seconds={lock} />}
      <Button type="submit" kind="primary" busy={show.isPending} disabled={lock !== null}>
        Continue
      </Button>
      <div className="flex justify-between gap-2">
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            show.reset();
            setRecoveryCode(!isRecoveryCode);
          }}
        >
          {isRecoveryCode ? "Use authenticator app" : "Use recovery code"}
        </Button>
      </div>
    </form>
  );
}

/** Goes on to the page that was asked for, which is one of ours. */
function useEnter(): () => void {
  const [{ to }] = useAddress("/sign-in");
  return () => window.location.assign(to?.startsWith("/app/") === true ? to : "/app/");
}

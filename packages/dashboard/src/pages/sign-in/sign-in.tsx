import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAddress } from "../../app/address.ts";
import { client } from "../../app/client.ts";
import { Button } from "../../design/button.tsx";
import { CheckField, TextField } from "../../design/field.tsx";
import { FailureLine } from "../../design/states.tsx";
import { Welcome } from "./welcome.tsx";

/** The way in: password, and the second factor where one is set up. */
export function SignIn() {
  const [needsCode, setNeedsCode] = useState(false);
  return (
    <Welcome title={needsCode ? "Enter the code from your app" : "Sign in"}>
      {needsCode ? <CodeForm /> : <PasswordForm onCodeNeeded={() => setNeedsCode(true)} />}
    </Welcome>
  );
}

function PasswordForm({ onCodeNeeded }: { readonly onCodeNeeded: () => void }) {
  const enter = useEnter();
  const signIn = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.signIn({ email: text(form, "email"), password: text(form, "password") }),
    onSuccess: ({ status }) => (status === "second_factor_required" ? onCodeNeeded() : enter()),
  });
  return (
    <form onSubmit={submitted(signIn.mutate)} className="flex flex-col gap-4">
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <FailureLine error={signIn.error} />
      <Button type="submit" kind="primary" busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}

function CodeForm() {
  const enter = useEnter();
  const [isRecoveryCode, setRecoveryCode] = useState(false);
  const show = useMutation({
    mutationFn: async (form: FormData) =>
      await client.auth.showSecondFactor({ code: text(form, "code").trim(), isRecoveryCode }),
    onSuccess: enter,
  });
  return (
    <form onSubmit={submitted(show.mutate)} className="flex flex-col gap-4">
      <TextField
        key={String(isRecoveryCode)}
        label={isRecoveryCode ? "Recovery code" : "Code"}
        name="code"
        inputMode={isRecoveryCode ? "text" : "numeric"}
        autoComplete="one-time-code"
        required
        autoFocus
      />
      <CheckField
        label="Use a recovery code"
        checked={isRecoveryCode}
        onChange={(event) => setRecoveryCode(event.target.checked)}
      />
      <FailureLine error={show.error} />
      <Button type="submit" kind="primary" busy={show.isPending}>
        Continue
      </Button>
    </form>
  );
}

/** Goes on to the page that was asked for, which is one of ours. */
function useEnter(): () => void {
  const [{ to }] = useAddress();
  return () => window.location.assign(to?.startsWith("/app/") === true ? to : "/app/");
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function submitted(then: (form: FormData) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    then(new FormData(event.currentTarget));
  };
}

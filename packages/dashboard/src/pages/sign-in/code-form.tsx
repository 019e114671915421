import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { visitorClient } from "../../server/client.ts";
import { Button } from "../../design/button.tsx";
import { TextField } from "../../design/field.tsx";
import { submitted, textOf } from "../../design/form.ts";
import { FailureLine } from "../../design/states.tsx";
import { LockedOut, useLock } from "./lock.tsx";

interface CodeFormProps {
  readonly onBack: () => void;
  readonly onSignedIn: () => void;
}

/** The second step of signing in: a code from the app, or a recovery code. */
export function CodeForm({ onBack, onSignedIn }: CodeFormProps) {
  const [isRecoveryCode, setRecoveryCode] = useState(false);
  const show = useMutation({
    mutationFn: async (form: FormData) =>
      await visitorClient.auth.showSecondFactor({ code: textOf(form, "code").replaceAll(/\s/g, ""), isRecoveryCode }),
    onSuccess: onSignedIn,
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

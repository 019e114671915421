import type { Quote } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { CheckField, TextField } from "../design/field.tsx";
import { textOf } from "../design/form.ts";
import { FailureLine, faultAt } from "../design/states.tsx";
import { quotes } from "./connection.ts";
import { isAnswered } from "./quote-link.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

interface AcceptFormProps {
  readonly token: string;
  readonly quote: Quote;
  /** Called after the acceptance, and if another answer came first. */
  readonly onAnswered: () => void;
}

/** The customer enters their name and email to accept the quote. The server stores them with what was signed. */
export function AcceptForm({ token, quote, onAnswered }: AcceptFormProps) {
  const { words, say } = useReading();
  const [isSure, setSure] = useState(false);
  const accept = useMutation({
    mutationFn: async (form: FormData) => {
      const signerJobTitle = textOf(form, "title");
      return await quotes.accept(token, {
        signerName: textOf(form, "name"),
        signerEmail: textOf(form, "email"),
        ...(signerJobTitle !== "" && { signerJobTitle }),
      });
    },
    onSuccess: onAnswered,
    onError: (error) => isAnswered(error) && onAnswered(),
  });
  return (
    <Part title={words.accept}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate(new FormData(event.currentTarget));
        }}
      >
        <p className="text-sm text-muted">{words.acceptText}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.yourName}
            name="name"
            autoComplete="name"
            required
            maxLength={255}
            fault={faultAt(accept.error, "/signerName")}
          />
          <TextField
            label={words.yourEmail}
            name="email"
            type="email"
            autoComplete="email"
            required
            fault={faultAt(accept.error, "/signerEmail")}
          />
          <TextField label={words.yourTitle} name="title" autoComplete="organization-title" maxLength={255} />
        </div>
        <CheckField
          label={say("confirm", { name: quote.document.buyer.name })}
          checked={isSure}
          required
          onChange={(event) => setSure(event.target.checked)}
        />
        <FailureLine error={accept.error} />
        <Button type="submit" kind="primary" className="h-11 text-base" disabled={!isSure} busy={accept.isPending}>
          {words.sign}
        </Button>
        <p className="text-xs text-muted">{words.signNote}</p>
      </form>
    </Part>
  );
}

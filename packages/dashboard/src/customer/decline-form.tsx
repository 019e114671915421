import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../design/button.tsx";
import { TextArea, TextField } from "../design/field.tsx";
import { textOf } from "../design/form.ts";
import { FailureLine, faultAt } from "../design/states.tsx";
import { quotes } from "./connection.ts";
import { Part } from "./frame.tsx";
import { isAnswered } from "./quote-link.ts";
import { useReading } from "./reading.ts";

const MOST_CHARACTERS = 1_000;

interface DeclineFormProps {
  readonly token: string;
  /** Called after the decline, and if another answer came first. */
  readonly onAnswered: () => void;
}

/** A button below the acceptance that opens the form in which the customer declines, with a reason if they want. */
export function DeclineForm({ token, onAnswered }: DeclineFormProps) {
  const { words } = useReading();
  const [isOpen, setOpen] = useState(false);
  const decline = useMutation({
    mutationFn: async (form: FormData) => {
      const [declinerEmail, reason] = [textOf(form, "email"), textOf(form, "reason")];
      return await quotes.decline(token, {
        declinerName: textOf(form, "name"),
        ...(declinerEmail !== "" && { declinerEmail }),
        ...(reason !== "" && { reason }),
      });
    },
    onSuccess: onAnswered,
    onError: (error) => isAnswered(error) && onAnswered(),
  });
  if (!isOpen) {
    return (
      <Button kind="quiet" className="self-center text-muted" onClick={() => setOpen(true)}>
        {words.decline}
      </Button>
    );
  }
  return (
    <Part title={words.decline}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          decline.mutate(new FormData(event.currentTarget));
        }}
      >
        <p className="text-sm text-muted">{words.declineText}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.yourName}
            name="name"
            autoComplete="name"
            autoFocus
            required
            maxLength={255}
            fault={faultAt(decline.error, "/declinerName")}
          />
          <TextField
            label={words.declineEmail}
            name="email"
            type="email"
            autoComplete="email"
            fault={faultAt(decline.error, "/declinerEmail")}
          />
        </div>
        <TextArea
          label={words.declineReason}
          name="reason"
          rows={4}
          maxLength={MOST_CHARACTERS}
          fault={faultAt(decline.error, "/reason")}
        />
        <FailureLine error={decline.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button className="h-11 text-base" onClick={() => setOpen(false)}>
            {words.discard}
          </Button>
          <Button type="submit" kind="danger" className="h-11 text-base" busy={decline.isPending}>
            {words.decline}
          </Button>
        </div>
      </form>
    </Part>
  );
}

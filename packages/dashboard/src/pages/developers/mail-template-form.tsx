import { readAgain } from "../../server/stale.ts";
import type { MailTemplate } from "@counterfoil/sdk";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { CheckField, TextArea, TextField } from "../../design/field.tsx";
import { submitted } from "../../design/form.ts";
import { FailureLine, faultAt, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { MailBody } from "./mail-body.tsx";
import { differs, useUnsaved } from "../../design/unsaved.ts";

interface Parts {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

/** A template, next to a live preview of its mail with sample values. */
export function MailTemplateForm({ template, locale }: { readonly template: MailTemplate; readonly locale: string }) {
  const { kind, isBuiltIn, placeholders } = template;
  // The server builds the built-in mail from the text. The HTML field contains only a custom HTML page.
  const saved: Parts = { subject: template.subject, text: template.text, html: isBuiltIn ? null : template.html };
  const [parts, setParts] = useState(saved);
  useUnsaved(differs(parts, saved));
  const [isChanged, setChanged] = useState(false);
  const write = (next: Partial<Parts>) => {
    setChanged(true);
    setParts({ ...parts, ...next });
  };
  const mayAdminister = useMay("admin");
  const shown = useDeferredValue(parts);
  const preview = useQuery({
    ...asked((api, signal) => api.mailTemplates.previewMail(kind, { locale, ...(isChanged && shown) }, { signal })),
    placeholderData: keepPreviousData,
  });
  const refresh = () => readAgain("mailTemplates");
  const put = async (body: Parts) => await client.mailTemplates.put(kind, body, { locale });
  const restore = useMutation({ mutationFn: put, onSuccess: refresh });
  const save = useMutation({
    mutationFn: put,
    onSuccess: async () => {
      toast({ text: "Template saved. New emails will use it." });
      await refresh();
    },
  });
  const reset = useMutation({
    mutationFn: async () => await client.mailTemplates.delete(kind, { locale }),
    onSuccess: async () => {
      toast({
        text: "Built-in template restored",
        undo: () => restore.mutate({ subject: template.subject, text: template.text, html: template.html }),
      });
      await refresh();
    },
  });
  const fault = (name: string) => faultAt(save.error, `/${name}`) ?? faultAt(preview.error, `/${name}`);
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <form onSubmit={submitted(() => save.mutate(parts))}>
        <fieldset disabled={!mayAdminister} className="flex min-w-0 flex-col gap-4">
          <div className="flex items-center gap-2 text-sm">
            {isBuiltIn ? <Badge>Built-in</Badge> : <Badge tone="accent">Custom</Badge>}
            <span className="text-muted">
              {isBuiltIn ? "Edit and save to create a custom template." : "Replaces the built-in template."}
            </span>
          </div>
          <TextField
            label="Subject"
            value={parts.subject}
            onChange={({ target }) => write({ subject: target.value })}
            required
            fault={fault("subject")}
          />
          <TextArea
            label="Text"
            rows={12}
            value={parts.text}
            onChange={({ target }) => write({ text: target.value })}
            hint="Separate paragraphs with blank lines."
            fault={fault("text")}
          />
          <CheckField
            label="Custom HTML"
            hint="Leave blank to use the built-in layout with your logo and color."
            checked={parts.html !== null}
            onChange={({ target }) => write({ html: target.checked ? (template.html ?? "") : null })}
          />
          {parts.html !== null && (
            <TextArea
              label="HTML"
              rows={12}
              spellCheck={false}
              value={parts.html}
              onChange={({ target }) => write({ html: target.value })}
              fault={fault("html")}
            />
          )}
          <details className="text-sm">
            <summary className="min-h-6 text-accent hover:underline">Available variables</summary>
            <p className="mt-2 text-muted">
              {
                "{Name} inserts a value. {#Name}…{/Name} shows its content only if the value is set; {^Name}…{/Name}, only if it is not."
              }
            </p>
            <ul className="mt-2 flex flex-wrap gap-1.5">
              {placeholders.map((name) => (
                <li key={name}>
                  <code className="rounded-sm bg-sunken px-1.5 py-0.5 text-xs">{`{${name}}`}</code>
                </li>
              ))}
            </ul>
          </details>
          <FailureLine error={save.error ?? reset.error ?? restore.error} />
          {mayAdminister && (
            <div className="flex flex-wrap justify-end gap-2">
              {!isBuiltIn && (
                <Button busy={reset.isPending} onClick={() => reset.mutate()}>
                  Restore built-in template
                </Button>
              )}
              <Button type="submit" kind="primary" busy={save.isPending}>
                Save template
              </Button>
            </div>
          )}
        </fieldset>
      </form>
      <section aria-label="Preview" className="min-w-0">
        <FailureLine error={preview.error} />
        {preview.data === undefined ? (
          <Skeleton className="h-[36rem] w-full" />
        ) : (
          <>
            <p className="mb-3 text-sm">
              <span className="text-muted">Subject </span>
              <span className="font-medium">{preview.data.subject}</span>
            </p>
            <MailBody {...preview.data} className="h-[34rem]" />
          </>
        )}
      </section>
    </div>
  );
}

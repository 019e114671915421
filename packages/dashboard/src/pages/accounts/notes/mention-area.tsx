import type { PersonName } from "@counterfoil/sdk";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classes } from "../../../design/classes.ts";
import { TextArea } from "../../../design/field.tsx";
import { mentionBegun, peopleNamed } from "./mention-text.ts";

const MOST_OFFERED = 6;

interface MentionAreaProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly people: readonly PersonName[];
  readonly onMention: (person: PersonName) => void;
  readonly fault: string | undefined;
  readonly autoFocus?: boolean;
  /** Ctrl or ⌘ and Enter. */
  readonly onSend: () => void;
}

/** A text with mentions: after `@` it offers the people whose name contains what follows. */
export function MentionArea(props: MentionAreaProps) {
  const { label, text, onText, people, onMention, fault, autoFocus = false, onSend } = props;
  const [caret, setCaret] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  const listId = useId();
  const begun = caret === null ? null : mentionBegun(text, caret);
  const offered = begun === null ? [] : peopleNamed(begun.typed, people).slice(0, MOST_OFFERED);
  const place = Math.min(marked, offered.length - 1);
  const follow = (target: HTMLTextAreaElement) => {
    setCaret(target.selectionEnd);
    setMarked(0);
  };
  const choose = (person: PersonName) => {
    if (begun === null || caret === null) return;
    const before = `${text.slice(0, begun.start)}@${person.name} `;
    onMention(person);
    onText(before + text.slice(caret).replace(/^ /, ""));
    setCaret(null);
    const field = area.current?.querySelector("textarea");
    // The new text is not in the field before the next frame.
    requestAnimationFrame(() => field?.setSelectionRange(before.length, before.length));
    field?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const person = offered[place];
    if (person === undefined) {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
      return;
    }
    if (event.key === "ArrowDown") setMarked((place + 1) % offered.length);
    else if (event.key === "ArrowUp") setMarked((place + offered.length - 1) % offered.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(person);
    else if (event.key === "Escape") setCaret(null);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={area} className="relative">
      <TextArea
        label={label}
        hint="Type @ to mention a colleague. They get an email."
        fault={fault}
        rows={3}
        maxLength={10_000}
        autoFocus={autoFocus}
        value={text}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${place}` : undefined}
        onChange={({ target }) => {
          onText(target.value);
          follow(target);
        }}
        onClick={({ currentTarget }) => follow(currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {offered.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          className="absolute top-full left-0 z-30 -mt-4 w-64 max-w-full overflow-hidden rounded-md border border-line bg-surface p-1 shadow-over"
        >
          {offered.map((person, index) => (
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === place}
              // The field keeps the focus, and handles the keys.
              tabIndex={-1}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
              className={classes(
                "flex min-h-9 cursor-pointer items-center rounded-sm px-2 text-sm",
                index === place && "bg-sunken",
              )}
            >
              <span className="truncate">{person.name}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

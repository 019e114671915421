import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../design/dialog.tsx";
import { CheckField } from "../../design/field.tsx";
import { type CardOrder, FIRST_ORDER, inOrder, moveCard, showCard } from "./card-order.ts";
import { HOME_CARDS, type HomeCard } from "./card-list.ts";

interface CustomizeDialogProps {
  readonly chosen: CardOrder;
  readonly onChange: (chosen: CardOrder) => void;
  readonly onClose: () => void;
}

const COLUMNS = [
  ["top", "Top"],
  ["main", "Main column"],
  ["side", "Side column"],
] as const;

/** Which cards the home page shows, and in which order. Changes apply immediately. */
export function CustomizeDialog({ chosen, onChange, onClose }: CustomizeDialogProps) {
  const [told, setTold] = useState("");
  const cards = inOrder(HOME_CARDS, chosen);
  const move = (card: HomeCard, step: -1 | 1) => {
    const next = moveCard(HOME_CARDS, chosen, card.id, step);
    const column = inOrder(HOME_CARDS, next).filter((one) => one.column === card.column);
    setTold(`${card.name} is now ${column.findIndex(({ id }) => id === card.id) + 1} of ${column.length}.`);
    onChange(next);
  };
  return (
    <Dialog isOpen title="Customize home" onClose={onClose}>
      <p className="mb-4 text-sm text-muted">This browser remembers your choice.</p>
      {COLUMNS.map(([column, name]) => {
        const own = cards.filter((card) => card.column === column);
        return (
          <section key={column} aria-label={name} className="mb-4">
            <h3 className="mb-1 text-xs font-medium text-muted">{name}</h3>
            <ul>
              {own.map((card, place) => (
                <li
                  key={card.id}
                  className="flex items-center justify-between gap-3 border-b border-line py-1 last:border-0"
                >
                  <CheckField
                    label={card.name}
                    checked={!chosen.hidden.includes(card.id)}
                    onChange={({ target }) => onChange(showCard(chosen, card.id, target.checked))}
                  />
                  <span className="flex shrink-0">
                    <IconButton
                      label={`Move ${card.name} up`}
                      aria-disabled={place === 0}
                      className="aria-disabled:opacity-40"
                      onClick={() => move(card, -1)}
                    >
                      <ArrowUp className="size-4" />
                    </IconButton>
                    <IconButton
                      label={`Move ${card.name} down`}
                      aria-disabled={place === own.length - 1}
                      className="aria-disabled:opacity-40"
                      onClick={() => move(card, 1)}
                    >
                      <ArrowDown className="size-4" />
                    </IconButton>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <p role="status" className="sr-only">
        {told}
      </p>
      <DialogActions>
        <Button onClick={() => onChange(FIRST_ORDER)}>Reset</Button>
        <DialogCancel>Done</DialogCancel>
      </DialogActions>
    </Dialog>
  );
}

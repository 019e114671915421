import { useState } from "react";
import { useMe } from "../../server/session.ts";
import { type CardOrder, FIRST_ORDER, readOrder } from "./card-order.ts";

/** The person's order of cards, which the browser stores, and a function to change it. */
export function useCardOrder(): [CardOrder, (order: CardOrder) => void] {
  const { id } = useMe();
  const key = `counterfoil.home.${id}`;
  const [chosen, setChosen] = useState(() => readOrder(localStorage.getItem(key)));
  const choose = (next: CardOrder) => {
    if (next === FIRST_ORDER) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
    setChosen(next);
  };
  return [chosen, choose];
}

import { createContext, type ReactNode } from "react";

/** A link from the page around a component to the list above it, for errors that retrying cannot solve. */
export const WayOnContext = createContext<ReactNode>(null);

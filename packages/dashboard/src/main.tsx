import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queries } from "./server/queries.ts";
import { watchTyping } from "./loading/reload-if-safe.ts";
import { beginPage, router } from "./app/router.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root.");
watchTyping(router);
beginPage(location.pathname);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { reloadOnce } from "./loading/reload-once.ts";
import { CustomerPage } from "./customer/open-page.tsx";
import { Unloaded } from "./customer/unloaded.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root.");
const shown = createRoot(root);
// A newer version was installed while the page was loading.
window.addEventListener("vite:preloadError", () => {
  if (!reloadOnce()) shown.render(<Unloaded />);
});
shown.render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <CustomerPage path={window.location.pathname} />
    </QueryClientProvider>
  </StrictMode>,
);

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CustomerPage } from "./customer/customer-page.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root.");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <CustomerPage path={window.location.pathname} />
    </QueryClientProvider>
  </StrictMode>,
);

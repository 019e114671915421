import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { CustomerPage } from "./customer/customer-page.tsx";
import "./styles.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element #root.");
createRoot(root).render(
  <StrictMode>
    <CustomerPage path={window.location.pathname} />
  </StrictMode>,
);

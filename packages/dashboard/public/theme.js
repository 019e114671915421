// Before the first paint, so that nobody who chose the dark theme sees a white flash.
try {
  const chosen = localStorage.getItem("counterfoil.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be switched off: the system's choice then stands.
}

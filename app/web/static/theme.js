// Runs before anything is painted, so that the page does not flash in the other colours.
try {
  const chosen = localStorage.getItem("sheaf-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // The browser keeps nothing for pages.
}

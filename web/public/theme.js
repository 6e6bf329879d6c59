// Before anything is painted: the theme that this browser was set to, or that its system has.
(() => {
  let chosen = "system";
  try {
    chosen = JSON.parse(localStorage.getItem("fairdeal.settings") ?? "{}").theme;
  } catch {
    // then the system decides
  }
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();

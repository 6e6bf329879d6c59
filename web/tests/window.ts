/** What modules ask of a browser when they are loaded, for tests that have none. */

Object.assign(globalThis, {
  document: { hidden: false, addEventListener: () => {}, documentElement: { dataset: {} } },
  localStorage: { getItem: () => null, setItem: () => {} },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: () => {},
  requestAnimationFrame: (then: () => void) => setTimeout(then, 16),
});

// What the browser keeps for the page: in this tab, or for good. Where it keeps nothing, as long as the page is there.

export const inTab = keeper("sessionStorage");
export const inBrowser = keeper("localStorage");

/** @param {string} name of a storage of the browser, whose very mention throws where there is none */
function keeper(name) {
  const memory = new Map();
  const tried = (work, otherwise) => {
    try {
      return work(window[name]);
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) => tried((storage) => storage.getItem(key), () => memory.get(key) ?? null),
    set: (key, value) => tried((storage) => storage.setItem(key, value), () => memory.set(key, value)),
    remove: (key) => tried((storage) => storage.removeItem(key), () => memory.delete(key)),
  };
}

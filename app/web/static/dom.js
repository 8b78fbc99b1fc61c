// Builds elements. Text becomes text nodes and nothing else: what documents say is never read as HTML.

/**
 * An element with properties, attributes, listeners and children.
 * @param {string} tag
 * @param {Object} properties `class`, `on` ({event: listener}), `data` ({name: value}); everything else an attribute:
 *   true sets it empty, false, null and undefined leave it out.
 * @param {...(Node|string|number|null|undefined|Array)} children
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") made.className = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
    else if (name === "data") Object.assign(made.dataset, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...flat(children));
  return made;
}

/** Puts children in place of those that an element has. */
export function fill(parent, ...children) {
  parent.replaceChildren(...flat(children));
  return parent;
}

/** The element with this id. */
export function byId(id) {
  return document.getElementById(id);
}

function flat(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

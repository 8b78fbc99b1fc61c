// Small drawings, in the colour of the text beside them. They say nothing that words do not say as well.

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  moon: "M19.5 14.5A8 8 0 119.5 4.5a6.5 6.5 0 0010 10z",
  contrast: "M12 4a8 8 0 100 16 8 8 0 000-16zM12 4v16M12 8h5M12 12h8M12 16h5",
  attach: "M12 5v14M5 12h14",
  file: "M7 3.5h7l4 4V20.5H7zM14 3.5v4h4",
  trash: "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5",
  pencil: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  warning: "M12 4.5L21 19.5H3zM12 10.5v4M12 17h.01",
  alert: "M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v5M12 16h.01",
  check: "M5 12.5l4.5 4.5L19 7.5",
  up: "M8 11v8.5H4.5V11zM8 11l4-7c1.5 0 2.3 1 2 2.4L13.5 9.5H19c1 0 1.600.800 1.400 1.700L19 18c-.2.900-.9 1.500-1.800 1.500H8",
  down: "M8 13V4.500H4.500V13zM8 13l4 7c1.500 0 2.300-1 2-2.400L13.500 14.500H19c1 0 1.600-.800 1.400-1.700L19 6c-.2-.900-.9-1.500-1.800-1.500H8",
  left: "M14.500 5.500L8 12l6.500 6.500",
  right: "M9.500 5.500L16 12l-6.500 6.500",
  split: "M12 20v-7M12 13L5.500 6.500M12 13l6.500-6.500M5.500 11V6.500H10M18.500 11V6.500H14",
  link: "M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1.2 1.2M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1.2-1.2",
  minus: "M6 12h12",
  plus: "M12 6v12M6 12h12",
};

/** A drawing by its name, hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

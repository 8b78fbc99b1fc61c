// What is pressed stays where it is until it is let go: drawn anew meanwhile, it would never be clicked.

const PRESSABLE = "a, button, input, label";
/** What the main button of a pointer is down on, or the space bar. */
let pressed = null;
let releasing = 0;
/** What draws parts of the page, by part, once nothing is pressed in them any more. */
const waiting = new Map();

addEventListener("pointerdown", ({ isPrimary, button, target }) => {
  if (isPrimary && button === 0) hold(target);
});
// The enter key clicks when it goes down, the space bar when it comes up.
addEventListener("keydown", ({ key, target }) => key === " " && hold(target));
addEventListener("keyup", ({ key }) => key === " " && releaseSoon());
// Of what ends in a menu, in a drag or in another window, the pointer may not be told.
for (const end of ["pointerup", "pointercancel", "contextmenu", "dragstart", "blur"]) addEventListener(end, releaseSoon);
addEventListener("pointermove", ({ buttons }) => {
  if (pressed !== null && !(buttons & 1)) releaseSoon();
});

/**
 * Draws a part of the page: at once, or where something in it is pressed, right after that was clicked.
 * @param {() => void} draw draws what is so by then; of several only the last is needed
 */
export function drawUnpressed(part, draw) {
  if (pressed !== null && part.contains(pressed)) waiting.set(part, draw);
  else draw();
}

function hold(target) {
  clearTimeout(releasing);
  pressed = target.closest(PRESSABLE);
}

/** After the click, which comes with the release, in the same task. */
function releaseSoon() {
  clearTimeout(releasing);
  releasing = setTimeout(release);
}

function release() {
  pressed = null;
  const draws = [...waiting.values()];
  waiting.clear();
  for (const draw of draws) draw();
}

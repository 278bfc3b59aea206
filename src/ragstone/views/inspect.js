// The arrow keys go from mark to mark of a column; Tab then goes past all of them.
"use strict";
const columns = new Map();
for (const mark of document.querySelectorAll(".cell b")) {
  const marks = columns.get(mark.className) ?? [];
  mark.tabIndex = marks.length ? -1 : 0;
  marks.push(mark);
  columns.set(mark.className, marks);
}
const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
document.addEventListener("keydown", (event) => {
  const mark = event.target;
  const marks = columns.get(mark.className);
  if (!marks || mark.tagName !== "B") return;
  if (event.key === "Escape") mark.blur();
  if (!(event.key in steps)) return;
  event.preventDefault();
  const at = marks.indexOf(mark) + steps[event.key];
  const next = marks[Math.max(0, Math.min(marks.length - 1, at))];
  mark.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

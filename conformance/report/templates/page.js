"use strict";
// Filters live in the fragment of the address, so that a view can be passed on: #verdict=fail,warn&area=bookings&level=must&q=page
const rows = [...document.querySelectorAll("details.row")];
const areas = [...document.querySelectorAll("section.area")];
const buttons = [...document.querySelectorAll("button[data-verdict]")];
const filters = document.querySelector("form.filters");
const { area, level, q: search } = filters.elements;
const texts = new Map(rows.map((row) => [row, [row.querySelector("summary"), row.querySelector("dl")]
  .map((part) => part.textContent).join(" ").toLowerCase()]));

// An address may ask for a verdict that no row has, and so no button.
let verdicts = new Set();

function show() {
  for (const button of buttons) button.setAttribute("aria-pressed", String(verdicts.has(button.dataset.verdict)));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const row of rows) {
    const { verdict, area: rowArea, level: rowLevel } = row.dataset;
    row.hidden = !((!verdicts.size || verdicts.has(verdict)) && (!area.value || area.value === rowArea)
      && (!level.value || level.value === rowLevel) && words.every((word) => texts.get(row).includes(word)));
    count += !row.hidden;
  }
  for (const section of areas) section.hidden = !section.querySelector("details.row:not([hidden])");
  document.getElementById("shown").textContent = `${count} of ${rows.length}`;
}

function fragment() {
  const state = new URLSearchParams();
  if (verdicts.size) state.set("verdict", [...verdicts].join(","));
  for (const field of [area, level, search]) if (field.value) state.set(field.name, field.value);
  return state.toString().replaceAll("%2C", ",");
}

function change() {
  show();
  history.replaceState(null, "", `#${fragment()}`);
}

function fill(row) {
  const place = row.querySelector(".exchanges");
  if (row.dataset.filled) return;
  row.dataset.filled = "yes";
  for (const number of row.dataset.exchanges.split(" ").filter(Boolean)) {
    const source = document.getElementById(`x${number}`);
    if (place.contains(source)) continue;
    place.append(document.importNode((source.content ?? source).firstElementChild, true));
  }
  if (row.hasAttribute("data-worse")) place.querySelector("details.exchange")?.setAttribute("open", "");
}

function follow() {
  const hash = decodeURIComponent(location.hash.slice(1));
  const row = rows.find((row) => row.id === hash);
  const state = new URLSearchParams(row || !hash.includes("=") ? "" : hash);
  verdicts = new Set((state.get("verdict") ?? "").split(",").filter(Boolean));
  for (const field of [area, level, search]) field.value = state.get(field.name) ?? "";
  show();
  if (row) {
    row.open = true;
    row.scrollIntoView();
    row.querySelector("summary").focus({ preventScroll: true });
  } else if (state.toString()) {
    document.getElementById("requirements").scrollIntoView();
  }
}

async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // A page from a plain http address has no clipboard: select the text instead.
    const line = button.previousElementSibling;
    if (line) getSelection().selectAllChildren(line);
    button.textContent = "Press Ctrl+C";
  }
  setTimeout(() => { button.textContent = label; }, 2000);
}

filters.addEventListener("submit", (event) => event.preventDefault());
filters.addEventListener("input", change);
for (const button of buttons) button.addEventListener("click", () => {
  if (!verdicts.delete(button.dataset.verdict)) verdicts.add(button.dataset.verdict);
  change();
});
document.getElementById("all").addEventListener("click", () => {
  verdicts.clear();
  for (const field of [area, level, search]) field.value = "";
  change();
});
document.getElementById("link").addEventListener("click", (event) => {
  change();
  copy(event.target, location.href);
});
document.addEventListener("click", (event) => {
  if (event.target.classList.contains("copy")) copy(event.target, event.target.previousElementSibling.textContent);
  const tile = event.target.closest("g[data-row]");
  if (tile) location.hash = tile.dataset.row;
});
document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "/" && !typing) {
    event.preventDefault();
    search.focus();
  } else if (event.key === "Escape" && event.target === search) {
    search.value = "";
    change();
  }
});
for (const row of rows) row.addEventListener("toggle", () => { if (row.open) fill(row); });
for (const row of rows) if (row.open) fill(row);
addEventListener("hashchange", follow);
addEventListener("beforeprint", () => {
  for (const row of rows) if (row.hasAttribute("data-worse")) row.open = true;
  for (const fold of document.querySelectorAll("details.more")) fold.open = true;
});
follow();

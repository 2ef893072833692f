// The live parts of the console. Every page works without this file: it then shows the moment of its last loading.
"use strict";

// A page rests this many milliseconds, and this many times as long as its last reading took. So an open page takes at most
// a fortieth of the time of a server, however large the world is. Nobody follows MANY new rows with the eye, so after them
// a page rests for BUSY: a busy server is read less often. A live tail never rests longer: the journal keeps the newest
// thousand requests only, and the tail must show each.
const EVERY = 1000;
const REST = 40;
const MANY = 20;
const BUSY = 4000;
// So many rows of a live tail come into the page at once.
const PORTION = 100;
const say = (text) => { const place = document.getElementById("live-status"); if (place) place.textContent = text; };

// Copy buttons: the text of the block before the button.
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.parentElement.querySelector("pre").textContent);
  button.textContent = "Copied";
  say("Copied.");
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
});

// A form is sent once. The button works again when the browser comes back to the page.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  sessionStorage.setItem("scroll", `${location.pathname} ${scrollY}`);
});
addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });

// The outcome of a form gets the focus once, and a reload does not show it again.
const said = document.querySelector("[data-said]");
if (said) said.focus({ preventScroll: true });
const kept = sessionStorage.getItem("scroll");
if (said && kept && kept.startsWith(location.pathname + " ")) scrollTo(0, Number(kept.split(" ")[1]));
const here = new URL(location.href);
if (here.searchParams.has("said")) {
  here.searchParams.delete("said");
  history.replaceState(null, "", here);
}

// On a wide screen, the levers of a chosen tee time stand beside its row.
const chosen = document.querySelector("tr.chosen");
if (chosen && !said && matchMedia("(min-width: 64rem)").matches) chosen.scrollIntoView({ block: "center" });

const world = document.getElementById("main")?.dataset.world;
const controls = document.querySelector("[data-live-controls]");
const state = document.querySelector("[data-live-state]");
let paused = false;
let wasAway = false;

function show(kind, text) {
  if (!controls) return;
  controls.hidden = false;
  controls.classList.toggle("paused", kind === "paused");
  controls.classList.toggle("away", kind === "away");
  if (state.textContent !== text) { state.textContent = text; say(text); }
}

document.querySelector("[data-live-pause]")?.addEventListener("click", (event) => {
  paused = !paused;
  event.target.textContent = paused ? "Continue" : "Pause";
  show(paused ? "paused" : "live", paused ? "Paused" : "Live");
});

// The answer to a reading. A page that belongs to another world, or to no visit any more, begins again.
async function read(address) {
  const answer = await fetch(address, { redirect: "error" });
  if (answer.status === 401 || answer.status === 403) location.reload();
  if (!answer.ok) throw new Error(answer.status);
  return answer;
}

// Live tail: new rows come on top. Returns their number. A page that was away asks for everything since its newest row. A journal with smaller
// numbers was cleared.
async function addRows(body) {
  const address = new URL(body.dataset.live, location.href);
  for (const [name, value] of here.searchParams) address.searchParams.set(name, value);
  address.searchParams.set("after", body.dataset.newest);
  const answer = await read(address);
  const newest = Number(answer.headers.get("Teesheet-Newest"));
  if (answer.headers.get("Teesheet-World") !== world || newest < Number(body.dataset.newest)) { location.reload(); return 0; }
  body.dataset.newest = newest;
  const written = document.createElement("template");
  written.innerHTML = await answer.text();
  const rows = Array.from(written.content.children);
  // Many coloured rows would keep a slow machine busy.
  if (rows.length < MANY) for (const row of rows) row.classList.add("new");
  if (rows.length) document.querySelector("[data-live-empty]")?.remove();
  const places = Number(body.dataset.most);
  // The page answers clicks between two portions.
  for (let end = rows.length; end > 0; end -= PORTION) {
    body.prepend(...rows.slice(Math.max(0, end - PORTION), end));
    for (let spare = body.childElementCount - places; spare > 0; spare -= 1) body.lastElementChild.remove();
    await new Promise((goOn) => { setTimeout(goOn); });
  }
  return rows.length;
}

// Other live parts: the page is read again, and the parts that differ are replaced. Nobody loses what he writes. Returns the
// number of new rows. A part that only shows the clock has none.
async function refresh(parts) {
  let arrived = 0;
  const page = new DOMParser().parseFromString(await (await read(here)).text(), "text/html");
  if (page.getElementById("main")?.dataset.world !== world) { location.reload(); return 0; }
  for (const part of parts) {
    const now = page.getElementById(part.id);
    const isUsed = part.contains(document.activeElement) || part.querySelector("details[open]");
    if (!now || isUsed || now.innerHTML === part.innerHTML) continue;
    if (part.dataset.refresh !== "clock") arrived += newRows(part, now);
    part.innerHTML = now.innerHTML;
  }
  return arrived;
}

function newRows(before, now) {
  const known = new Set(Array.from(before.children, (row) => row.outerHTML));
  return Array.from(now.children).filter((row) => !known.has(row.outerHTML)).length;
}

async function look() {
  const body = document.querySelector("[data-live]");
  const parts = document.querySelectorAll("[data-refresh]");
  const began = performance.now();
  let arrived = 0;
  if (!paused && document.visibilityState === "visible") {
    try {
      arrived = await (body ? addRows(body) : refresh(parts));
      show("live", "Live");
      wasAway = false;
    } catch {
      wasAway = true;
      show("away", "The server does not answer. The page tries again.");
    }
  }
  const often = body ? 1 : 2;
  const rest = Math.max(often * (arrived < MANY ? EVERY : BUSY), REST * (performance.now() - began));
  setTimeout(look, body ? Math.min(rest, BUSY) : rest);
}

document.addEventListener("visibilitychange", () => { if (wasAway) say("The page reads the server again."); });
if (document.querySelector("[data-live], [data-refresh]")) setTimeout(look, EVERY);

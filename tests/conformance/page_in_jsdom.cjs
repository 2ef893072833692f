// Opens a report in jsdom at the address given, does what a reader does, and prints what the page then shows as JSON.
// Arguments: the folder with node_modules, the page, its address.
const { readFileSync } = require("node:fs");
const [folder, file, url] = process.argv.slice(2);
const { JSDOM } = require(`${folder}/node_modules/jsdom`);

const { window } = new JSDOM(readFileSync(file, "utf-8"), {
  url, runScripts: "dangerously", pretendToBeVisual: true,
  // jsdom lays nothing out, so there is nothing to scroll.
  beforeParse: (page) => { page.Element.prototype.scrollIntoView = () => {}; },
});
const { document } = window;
const visible = () => [...document.querySelectorAll("details.row")].filter((row) => !row.hidden).map((row) => row.id);
const seen = { atFirst: visible(), open: [...document.querySelectorAll("details.row[open]")].map((row) => row.id) };
document.querySelector("button[data-verdict=fail]").click();
seen.failed = { rows: visible(), hash: window.location.hash };
const search = document.querySelector("input[type=search]");
search.value = "no row says this";
search.dispatchEvent(new window.Event("input", { bubbles: true }));
seen.searched = { rows: visible(), hash: window.location.hash, count: document.getElementById("shown").textContent };
document.dispatchEvent(new window.KeyboardEvent("keydown", { key: "/", bubbles: true }));
seen.focused = document.activeElement === search;
const held = document.getElementById("CRS-01");
held.open = true;
held.dispatchEvent(new window.Event("toggle"));
seen.drawn = held.querySelectorAll(".exchange").length;
console.log(JSON.stringify(seen));
window.close();

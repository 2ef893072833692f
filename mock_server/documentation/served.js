// Says which contract this server serves, and loads the documentation again when an edit of the contract is served.
const PAUSE_IN_MS = 700;
// How the server ends the sentence about a change that breaks somebody.
const BREAKS = /This breaks\.$/;

// Text goes into the page as text only: a file name or an error can contain any character.
function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className || "";
  return made;
}

// Words between backticks are code.
function sentence(name, text, className) {
  const made = element(name, "", className);
  made.append(...text.split("`").map((part, number) => (number % 2 ? element("code", part) : part)));
  return made;
}

function list(lines) {
  const made = document.createElement("ul");
  made.append(...lines.map((line) => sentence("li", line, BREAKS.test(line) ? "breaks" : "")));
  return made;
}

function nameInNavigation(name, text) {
  const link = element("a", text);
  link.href = `?document=${name}`;
  document.querySelector("nav").append(link, " ");
}

function countedChanges(differences) {
  if (differences === null) return "The server compares this contract with the contract of the start.";
  if (differences.length === 0) return "Nothing has changed since the start.";
  return `${differences.length} ${differences.length === 1 ? "change" : "changes"} since the start:`;
}

function describe(served) {
  const box = document.getElementById("served");
  const parts = [];
  if (served.file) {
    const edits = served.watched ? " Edits appear here by themselves." : "";
    parts.push(element("p", `This server serves ${served.file}, version ${served.version}, below ${served.basePath}.${edits}`));
  }
  if (served.trouble) {
    const kept = "The last good contract is still served.";
    parts.push(sentence("p", `The last edit is not served: ${served.trouble} ${kept}`, "trouble"));
  }
  if (served.watched) {
    parts.push(element("p", countedChanges(served.differences)), list(served.differences || []));
  }
  const examples = Object.entries(served.answeredFromExamples);
  if (examples.length > 0) {
    parts.push(element("p", "These operations answer from examples:"));
    parts.push(list(examples.map(([operation, reason]) => `${operation}: ${reason}`)));
  }
  box.replaceChildren(...parts);
  box.hidden = parts.length === 0;
}

// Calls start once with the second contract, or null, then watches the server for as long as its contract is watched.
async function followTheContract(start) {
  const read = async () => (await fetch("contract.json", { cache: "no-store" })).json();
  let shown = await read();
  describe(shown);
  const ui = start(shown.beside);
  while (shown.watched) {
    await new Promise((done) => setTimeout(done, PAUSE_IN_MS));
    // A server that restarts answers again after a while.
    const served = await read().catch(() => shown);
    if (JSON.stringify(served) === JSON.stringify(shown)) continue;
    describe(served);
    const changed = served.sha256 !== shown.sha256 || served.beside?.sha256 !== shown.beside?.sha256;
    if (changed) ui.specActions.download(ui.specSelectors.url());
    shown = served;
  }
}

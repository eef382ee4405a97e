"use strict";
// All pages work as links and forms. This makes them fluid: what is followed replaces <main> and goes into the address,
// arrow keys walk a board, keys press buttons, cells can be painted by dragging, and a long question shows its progress.

const main = () => document.querySelector("main");
const reader = new DOMParser();
let asked = null, source = null;

async function go(address, push = true, options = {}) {
  stop();
  asked = new AbortController();
  const waiting = setTimeout(() => main().classList.add("busy"), 150);
  try {
    const reply = await fetch(address, { ...options, signal: asked.signal });
    const other = reply.redirected ? reply.url : options.body ? location.href : address;
    show(await reply.text(), new URL(other, location.href), push);
  } catch (error) {
    if (error.name !== "AbortError") refuse("Coset can't be reached: is `coset serve` still running?");
  } finally {
    clearTimeout(waiting);
    main().classList.remove("busy");
  }
}

function show(text, url, push) {
  const fresh = reader.parseFromString(text, "text/html"), next = fresh.querySelector("main");
  const here = url.pathname === location.pathname;
  const alert = next.querySelector(".alert");
  if (next.dataset.status && push && alert) return refuse(alert.textContent);
  const focus = place(document.activeElement);
  const open = [...main().querySelectorAll("details[id]")].filter((fold) => fold.open).map((fold) => fold.id);
  main().replaceWith(document.adoptNode(next));
  open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  document.querySelector("nav").replaceWith(document.adoptNode(fresh.querySelector("nav")));
  document.title = fresh.title;
  document.getElementById("said").textContent = next.dataset.say || fresh.title;
  if (push && url.href !== location.href) history.pushState({}, "", url);
  if (!here) { scrollTo(0, 0); main().focus(); }
  ready();
  if (here && focus) (document.querySelector(focus) || main()).focus({ preventScroll: true });
}

function refuse(message) {
  main().querySelectorAll(".alert").forEach((old) => old.remove());
  const line = document.createElement("p");
  line.className = "alert"; line.setAttribute("role", "alert"); line.textContent = message;
  (main().querySelector(".head, h1") || main().firstChild).after(line);
  line.scrollIntoView({ block: "nearest" });
}

// How to find the same thing in the next document: a cell by its name, anything else by its id.
function place(element) {
  const cell = element?.closest("[data-cell]"), board = element?.closest(".board");
  const named = cell && board && `#${board.id} [data-cell="${CSS.escape(cell.dataset.cell)}"]`;
  if (named) return `${named} a, ${named}[tabindex]`;
  return element?.id ? `#${CSS.escape(element.id)}` : null;
}

const stops = (board) => [...board.querySelectorAll("[role=gridcell]")].map((cell) => cell.querySelector("a") || cell);

function ready() {
  for (const board of document.querySelectorAll(".board")) {
    stops(board).forEach((cell, number) => cell.setAttribute("tabindex", number ? -1 : 0));
  }
  const work = document.querySelector("[data-stream]");
  if (work) listen(work);
}

function listen(work) {
  const url = new URL(location.href), bar = work.querySelector("progress"), done = work.querySelector(".done");
  source = new EventSource(url);
  source.addEventListener("done", (event) => {
    const [amount, total] = JSON.parse(event.data);
    if (total) { bar.max = total; bar.value = amount; }
    done.textContent = typeof amount === "string" ? amount
      : total ? `${Math.floor((100 * amount) / total)} %` : amount ? amount.toLocaleString("en") : "";
  });
  source.addEventListener("page", (event) => { stop(); show(JSON.parse(event.data), url, false); });
  source.addEventListener("go", (event) => { history.replaceState({}, "", JSON.parse(event.data)); go(location.href, false); });
  source.onerror = () => { stop(); refuse("The answer was cut off: is `coset serve` still running?"); };
  work.querySelector(".cancel").onclick = () => {
    stop();
    work.remove();
    refuse("Cancelled. Go back, or ask something else.");
  };
}

function stop() {
  asked?.abort();
  source?.close();
  asked = source = null;
}

// A finger can't point before it presses: the first tap shows what a cell's link would cover, a tap on that follows it.
let aimed = null;
function follows(event, link) {
  const name = link.closest("[data-cell]")?.dataset.cell, covers = (one) => one.dataset.covers.split(" ").includes(name);
  if (!link.dataset.covers || event.pointerType !== "touch") return link;
  if (aimed?.isConnected && covers(aimed)) return aimed;
  aimed = link;
  ghost(link);
  return null;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("main a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const url = new URL(link.href?.baseVal ?? link.href, location.href);
  if (url.origin !== location.origin || url.hash || link.hasAttribute("download")) return;
  event.preventDefault();
  link.focus({ preventScroll: true });
  const followed = follows(event, link);
  if (followed) go(followed === link ? url.href : followed.getAttribute("href"));
});

// What the other button of the mouse, or a long touch, leads to.
document.addEventListener("contextmenu", (event) => {
  const link = event.target.closest("svg a[data-other]");
  if (link) { event.preventDefault(); go(link.dataset.other); }
});

document.addEventListener("submit", (event) => {
  const form = event.target, data = new FormData(form, event.submitter);
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (form.method === "post") return go(form.action, true, { method: "POST", body: data });
  const given = [...data].filter(([, value]) => value !== "");
  go(`${form.getAttribute("action")}?${new URLSearchParams(given)}`);
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-go] select")) event.target.form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const board = event.target.closest(".board"), at = event.target.closest("[data-cell]");
  if (board && at && event.key.startsWith("Arrow")) return walk(board, event);
  if (event.key === " " && event.target.matches("svg a")) { event.preventDefault(); return event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); }
  const key = [...document.querySelectorAll("[data-key]")].find((link) => link.dataset.key === event.key);
  if (key) { event.preventDefault(); go(key.href); }
});

// The nearest cell in the direction of the arrow; cells aside count for less than cells ahead.
function walk(board, event) {
  event.preventDefault();
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const middle = (cell) => { const box = cell.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const from = event.target, [x, y] = middle(from);
  let best = null, least = Infinity;
  for (const cell of stops(board)) {
    const [u, v] = middle(cell), ahead = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (ahead > 1 && ahead + 3 * aside < least) { least = ahead + 3 * aside; best = cell; }
  }
  if (!best) return;
  from.setAttribute("tabindex", -1);
  best.setAttribute("tabindex", 0);
  best.focus();
}

// Where a cell's link says what it would cover, pointing at it shows that.
function ghost(link) {
  document.querySelectorAll(".ghost").forEach((cell) => cell.classList.remove("ghost"));
  const board = link?.closest(".board");
  link?.dataset.covers.split(" ").forEach((name) => board.querySelector(`[data-cell="${CSS.escape(name)}"]`)?.classList.add("ghost"));
}
["mouseover", "mouseout", "focusin", "focusout"].forEach((kind) => document.addEventListener(kind, (event) => {
  ghost(kind.endsWith("out") ? null : event.target.closest("svg a[data-covers]"));
}));

// Painting: with the mouse held down, all cells on the way become one address.
let stroke = null;
document.addEventListener("pointerdown", (event) => {
  const board = event.target.closest("[data-paint]"), cell = event.target.closest("[data-cell]");
  if (board && cell && event.pointerType === "mouse" && event.button === 0) stroke = { board, names: new Set([cell.dataset.cell]) };
});
document.addEventListener("dragstart", (event) => { if (event.target.closest("[data-paint]")) event.preventDefault(); });
document.addEventListener("pointerover", (event) => {
  const cell = event.target.closest("[data-cell]");
  if (stroke?.board.contains(cell)) { stroke.names.add(cell.dataset.cell); if (stroke.names.size > 1) stroke.names.forEach((name) => stroke.board.querySelector(`[data-cell="${CSS.escape(name)}"]`).classList.add("ghost")); }
});
document.addEventListener("pointerup", () => {
  const { board, names } = stroke || {};
  stroke = null;
  if (names?.size > 1) go(board.dataset.paint + encodeURIComponent([...names].join(",")));
});

addEventListener("popstate", () => go(location.href, false));
addEventListener("pagehide", stop);
ready();

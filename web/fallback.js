/**
 * A classic script that runs before all others, even if those cannot run. Modules do not load from file://, and while a
 * host is being updated, a page may request files that no longer exist. In these cases the script reloads the page
 * once; if that does not help, it shows instructions. Inside a frame of another site, it shows only a button that opens
 * the page in a tab, to prevent clickjacking. Otherwise it chooses the language of the first texts, which are part of
 * the page.
 */

/** Returns whether another site shows the page in a frame. */
const framed = () => {
  try {
    return !top?.location.href;
  } catch {
    return true; // reading its address is not allowed
  }
};

/** Chooses the language of the first texts as app.js will do, or hides them if a puzzle is being opened. */
function announce() {
  const page = document.documentElement;
  let wanted = [...navigator.languages];
  try {
    wanted = [localStorage.getItem("tesuji.language") ?? "", ...wanted];
  } catch {}
  const known = wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => tag === "en" || tag === "ja");
  page.lang = known ?? "en";
  page.toggleAttribute("data-arriving", location.hash.length > 1);
}

/** Replaces the page with paragraphs of text. @param {string[]} texts */
function report(...texts) {
  const paragraphs = texts.map((text) => Object.assign(document.createElement("p"), { textContent: text }));
  for (const { style } of paragraphs) style.margin = "1.5rem";
  document.body.replaceChildren(...paragraphs);
}

if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () =>
    report(
      "This page must come from a web server. In this folder run: python3 -m http.server 8000",
      "Then open http://localhost:8000",
      "このページはウェブサーバーから開いてください。このフォルダーで python3 -m http.server 8000 を実行し、http://localhost:8000 を開きます。",
    ),
  );
} else if (/^#embed\b/.test(location.hash)) {
  location.replace(`embed.html#${location.hash.slice("#embed".length).replace(/^&/, "")}`); // a separate, lighter page
} else if (framed()) {
  document.write("<template>"); // the rest of the page goes into the template, so it is not loaded
  addEventListener("DOMContentLoaded", () => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Open Tesuji · Tesujiを開く";
    button.addEventListener("click", () => open(location.href, "_blank", "noopener"));
    document.body.replaceChildren(button);
  });
} else {
  const NAME = "tesuji.reloaded";
  const WHILE = 10_000; // a page reloads itself only once within this time, in ms
  let failed = false;

  const reload = () => {
    if (failed) return;
    failed = true;
    let last = Infinity; // without storage, reloads cannot be counted
    try {
      last = Number(sessionStorage.getItem(NAME));
      sessionStorage.setItem(NAME, String(Date.now()));
    } catch {}
    if (Date.now() - last > WHILE) location.reload();
    else say();
  };

  const say = () =>
    report(
      "The page could not be loaded whole. Check the connection and reload it in a moment.",
      "ページを最後まで読み込めませんでした。接続を確認し、少し待ってから再読み込みしてください。",
    );

  /** Returns whether an event reports a script or style sheet of the page that failed to load. @param {Event} event */
  const missing = ({ target }) => {
    if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet"))
      reload();
  };
  addEventListener("error", missing, true);
  addEventListener("load", () => setTimeout(() => removeEventListener("error", missing, true)));
  addEventListener("tesuji-reload", reload); // dispatched by app.js
  announce();
}

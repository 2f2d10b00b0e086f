/**
 * A classic script, because modules do not load from file:// at all: says what to do instead of showing a page that
 * never starts.
 */
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    document.body.textContent =
      "This page must come from a web server. In this folder run: python3 -m http.server 8000 — then open http://localhost:8000 · " +
      "このページはウェブサーバーから開いてください。このフォルダーで python3 -m http.server 8000 を実行し、http://localhost:8000 を開きます。";
  });
}

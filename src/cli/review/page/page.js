"use strict";
(() => {
  // A link into a game opens it, also where it leads to where one has been already.
  function open(hash) {
    const target = hash && document.getElementById(hash.slice(1));
    if (!target) return;
    const game = target.closest("details.game");
    if (game) game.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", () => open(location.hash));
  addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) open(location.hash);
  });
  open(location.hash);
})();

"use strict";
(() => {
  // A link into a game opens it.
  function open() {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    const game = target.closest("details.game");
    if (game) game.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", open);
  open();
})();

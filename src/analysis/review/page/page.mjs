// Judged games: a link into a game opens it, also where it leads to where one has been already.

function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (!target) return;
  const game = target.closest("details.game");
  if (game) game.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", openTarget);
addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) openTarget();
});
openTarget();

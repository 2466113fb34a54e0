// Opens what people have: a FEN or a PGN that is pasted, dropped on the page, or chosen as a file.
import * as api from "./api.mjs";

// The most bytes that the server takes.
const MOST_BYTES = 16 * 1024 * 1024;

// Whether a text is one FEN rather than games.
export const isFen = (text) => /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+([\s_]\S+)*\s*$/.test(text);

// Reads a text as the server does: {fen} or {games, problems, left_out}.
export async function read(text) {
  if (text.trim() === "") throw new api.Failure("There is nothing to open.");
  if (isFen(text)) return { fen: text.trim().replaceAll("_", " ") };
  const found = await api.postText("/api/game", text);
  if (found.games.length === 0) throw new api.Failure(found.problems[0] ? api.sentence(found.problems[0]) : "This is neither a position (FEN) nor a game (PGN).");
  return found;
}

export async function readFile(file) {
  if (file.size > MOST_BYTES) throw new api.Failure(`${file.name} is too large: at most 16 MiB are allowed.`);
  return file.text();
}

// Calls `take(text, name)` for what is dropped on the page, or pasted where nobody types.
export function listen(take, complain) {
  const ground = document.body;
  const isWanted = (event) => [...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain");
  ground.addEventListener("dragover", (event) => {
    if (!isWanted(event)) return;
    event.preventDefault();
    ground.classList.add("dropping");
  });
  ground.addEventListener("dragleave", (event) => { if (event.relatedTarget === null) ground.classList.remove("dropping"); });
  ground.addEventListener("drop", async (event) => {
    event.preventDefault();
    ground.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    try {
      if (file) take(await readFile(file), file.name);
      else take(event.dataTransfer.getData("text/plain"), "dropped");
    } catch (problem) {
      complain(problem);
    }
  });
  ground.addEventListener("paste", (event) => {
    if (event.target.closest("input, textarea")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim()) take(text, "pasted");
  });
}

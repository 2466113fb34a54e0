// Requests to the server, and streams of events from it. Every failure is an error whose message can be shown to the user.

// A refusal or a lost connection. `status` is 0 if the server did not answer; `seconds` says when to try again, if it does.
export class Failure extends Error {
  constructor(words, status = 0, seconds = null) {
    super(words);
    Object.assign(this, { status, seconds });
  }
}

const LOST = "The server does not answer. Is lucena serve still running?";

// The address of a route with words behind "?"; words that are undefined, null or empty are left out.
export function address(route, words = {}) {
  const named = Object.entries(words).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const query = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${route}?${query}` : route;
}

async function send(route, { words, signal, ...rest } = {}) {
  const answer = await fetch(address(route, words), { signal, ...rest }).catch((problem) => {
    throw problem.name === "AbortError" ? problem : new Failure(LOST);
  });
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  const seconds = Number(answer.headers.get("Retry-After")) || null;
  const again = answer.status === 429 && seconds ? ` Try again in ${seconds} s.` : "";
  throw new Failure((said?.error ? sentence(said.error) : `The server refused (${answer.status}).`) + again, answer.status, seconds);
}

export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");

async function read(answer) {
  return answer.json().catch((problem) => {
    throw problem.name === "AbortError" ? problem : new Failure(LOST);
  });
}

export const get = async (route, words, signal) => read(await send(route, { words, signal }));

export const post = async (route, object) => read(await send(route, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: object === undefined ? undefined : JSON.stringify(object),
}));

export const postText = async (route, text, words, signal) => read(await send(route, {
  method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text, words, signal,
}));

export const remove = async (route) => read(await send(route, { method: "DELETE" }));

// Follows a stream of events until it ends or the signal stops it: calls `take(kind, data)` for each event.
export async function follow(route, words, signal, take) {
  const answer = await send(route, { words, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch((problem) => {
      throw problem.name === "AbortError" ? problem : new Failure(LOST);
    });
    if (done) return;
    const [events, behind] = eventsOf(rest + value);
    rest = behind;
    for (const { kind, data } of events) take(kind, JSON.parse(data));
  }
}

// The whole events of a text, and what stands behind the last of them.
export function eventsOf(text) {
  const parts = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = parts.pop();
  const events = parts.map((part) => {
    const lines = part.split("\n").map((line) => line.match(/^(\w+): ?(.*)$/)).filter(Boolean);
    const all = (name) => lines.filter(([, field]) => field === name).map(([, , value]) => value);
    return { kind: all("event")[0] ?? "message", data: all("data").join("\n") };
  });
  return [events.filter(({ data }) => data !== ""), rest];
}

// Whether a failure is only that somebody has stopped the request.
export const isStopped = (problem) => problem.name === "AbortError";

// A job of the server as a panel shows it: begun, watched, paused, stopped; a lost connection is taken up again.
import * as api from "./api.mjs";
import { button, element, paragraph, progressBar } from "./parts.mjs";
import { count } from "./words.mjs";

const OVER = ["done", "failed", "cancelled", "interrupted"];
// Seconds before a lost connection is tried again.
const AGAIN = 2;
const MOST_TRIES = 15;
// Where the browser keeps which jobs its user has begun: others on the same server have theirs.
const BEGUN = "lucena-jobs";
const MOST_BEGUN = 50;

// A number alone may come again after the server's next start.
const mark = (job) => `${job.id} ${job.title}`;

function begun() {
  try {
    return JSON.parse(localStorage.getItem(BEGUN) ?? "[]");
  } catch {
    return [];
  }
}

function noteBegun(job) {
  try {
    localStorage.setItem(BEGUN, JSON.stringify([...begun(), mark(job)].slice(-MOST_BEGUN)));
  } catch {
    // A browser that keeps nothing takes no job up again.
  }
}

export class JobView {
  // `kind` is that of its jobs; `tell(progress, job)` returns {done, all, words}; `onEnd(job)` gets a job with its result;
  // `adopt(job)` prepares the panel for a job that it did not begin.
  constructor({ kind, label, canPause = false, tell, onEnd, adopt = () => {} }) {
    Object.assign(this, { kind, tell, onEnd, adopt, job: null, watching: null });
    this.left = element("div", { class: "left" });
    this.bar = progressBar(label);
    this.problem = paragraph("", "bad-words");
    this.pause = button("Pause", () => this.act(this.job.state === "paused" ? "continue" : "pause"));
    this.stop = button("Stop", () => this.cancel());
    this.buttons = element("div", { class: "row" }, ...(canPause ? [this.pause] : []), this.stop);
    this.host = element("div", { class: "job", hidden: "" }, this.bar.host, this.buttons, this.problem);
  }

  get isRunning() {
    return this.job !== null && !OVER.includes(this.job.state);
  }

  // Begins a job by a request, and watches it. A refusal is shown.
  async begin(request) {
    this.leave();
    this.host.hidden = false;
    this.problem.textContent = "";
    this.buttons.hidden = false;
    this.bar.set(0, null, "Asking the server …");
    try {
      const job = await request();
      noteBegun(job);
      this.take(job);
      this.watch();
    } catch (problem) {
      this.fail(problem.message);
    }
  }

  // Takes up the newest job of this browser that the server still has under way, after the page was loaded anew, and offers those
  // that a restart of the server has interrupted.
  async resume() {
    if (this.job) return;
    const { jobs } = await api.get("/api/jobs").catch(() => ({ jobs: [] }));
    const own = jobs.filter((one) => one.kind === this.kind);
    this.offer(own.filter((one) => one.state === "interrupted"));
    const marks = begun();
    const job = own.find((one) => !OVER.includes(one.state) && marks.includes(mark(one)));
    if (!job || this.job) return;
    this.adopt(job);
    this.host.hidden = false;
    this.buttons.hidden = false;
    this.take(job);
    this.watch();
  }

  // Offers interrupted jobs: one click goes on, one forgets.
  offer(jobs) {
    const rows = jobs.map((job) => {
      const words = element("span", {}, "Interrupted: ", element("strong", {}, job.title));
      const row = element("div", { class: "row interrupted" }, words, button("Continue", () => this.goOn(job, row), { class: "main" }), button("Forget", () => this.forget(job, row)));
      return row;
    });
    this.left.replaceChildren(...rows);
  }

  async goOn(job, row) {
    const request = () => api.post(`/api/jobs/${job.id}/continue`);
    if (this.isRunning) {
      await request().then(() => row.replaceChildren(paragraph(`${job.title} goes on beside this.`, "hint")), (problem) => { this.problem.textContent = problem.message; });
      return;
    }
    row.remove();
    this.adopt(job);
    this.begin(request);
  }

  async forget(job, row) {
    await api.remove(`/api/jobs/${job.id}`).then(() => row.remove(), (problem) => { this.problem.textContent = problem.message; });
  }

  fail(words) {
    this.job = null;
    this.bar.set(0, 1, "");
    this.bar.host.hidden = true;
    this.buttons.hidden = true;
    this.problem.textContent = words;
    this.onEnd({ state: "failed", error: words, result: null });
  }

  async watch() {
    const watching = new AbortController();
    this.watching = watching;
    for (let tries = 0; !watching.signal.aborted; tries++) {
      try {
        await api.follow(`/api/jobs/${this.job.id}/events`, {}, watching.signal, (kind, job) => {
          tries = 0;
          if (kind === "job") this.take(job);
        });
        if (!this.isRunning) return await this.end(watching.signal);
      } catch (problem) {
        if (api.isStopped(problem)) return;
        if (problem.status >= 400 && problem.status !== 429) return this.fail(problem.message);
      }
      if (tries >= MOST_TRIES) return this.fail("The connection to the server is lost.");
      if (tries > 0) this.bar.set(0, null, "The connection is lost; trying again …");
      await new Promise((resolve) => { setTimeout(resolve, AGAIN * 1000); });
    }
  }

  async end(signal) {
    const job = await api.get(`/api/jobs/${this.job.id}`, {}, signal);
    this.take(job);
    this.buttons.hidden = true;
    if (job.state === "failed") this.problem.textContent = api.sentence(job.error ?? "The job failed.");
    if (job.state === "interrupted") this.offer([job]);
    this.onEnd(job);
  }

  take(job) {
    this.job = job;
    this.bar.host.hidden = false;
    const { done, all, words } = this.tell(job.progress, job);
    const ahead = job.ahead === null ? "" : ` ${count(job.ahead, "job")} first.`;
    const states = { waiting: `Waiting for a free place.${ahead}`, paused: `Paused. ${words}`, cancelled: `Stopped. ${words}`, interrupted: "The end of the server has interrupted it." };
    this.bar.set(job.state === "done" ? 1 : done, job.state === "done" ? 1 : ["cancelled", "interrupted"].includes(job.state) ? (all ?? 1) : all, states[job.state] ?? words);
    this.pause.textContent = job.state === "paused" ? "Continue" : "Pause";
    this.pause.disabled = !["running", "paused"].includes(job.state);
  }

  async act(what) {
    try {
      this.take(await api.post(`/api/jobs/${this.job.id}/${what}`));
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
  }

  async cancel() {
    if (!this.isRunning) return;
    this.stop.disabled = true;
    try {
      this.take(await api.remove(`/api/jobs/${this.job.id}`));
    } catch (problem) {
      this.problem.textContent = problem.message;
    }
    this.stop.disabled = false;
  }

  // Watches no longer; the job goes on.
  leave() {
    this.watching?.abort();
    this.watching = null;
    this.job = null;
  }
}

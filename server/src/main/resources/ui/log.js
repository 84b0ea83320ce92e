// The log of a task, live.
import { html, nothing, render } from './lit/lit-html.js';
import { duration } from './time.js';

const MAX_LINES = 5000;
const LOUD = { error: 'l-error', fatal: 'l-error', warn: 'l-warn', warning: 'l-warn' };
const END_PIXELS = 30;

/** The lines that contain a text, in their message, level or fields. */
export function matching(lines, text) {
  const wanted = text.trim().toLowerCase();
  return wanted
    ? lines.filter(({ level, message, fields }) => `${level} ${message} ${fields ? JSON.stringify(fields) : ''}`.toLowerCase().includes(wanted))
    : lines;
}

/**
 * Shows the log of a task in an element, and new lines as they come.
 *
 * @param over whether the task has ended, so that the end of the stream is the end of the log
 */
export function showLog(box, task, { over, signal }) {
  const state = { lines: [], dropped: 0, text: '', follow: true, open: null };
  const stream = new EventSource(`/v1/tasks/${task}/logs`);
  let frame = null;
  const soon = () => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      draw();
    });
  };
  stream.addEventListener('open', () => {
    state.open = true;
    soon();
  });
  stream.addEventListener('log', ({ data }) => {
    state.lines.push(JSON.parse(data));
    if (state.lines.length > MAX_LINES) {
      state.lines.shift();
      state.dropped++;
    }
    soon();
  });
  stream.addEventListener('error', () => {
    // The browser connects again by itself and goes on behind the last line.
    state.open = false;
    if (over()) stream.close();
    soon();
  });
  signal.addEventListener('abort', () => {
    stream.close();
    cancelAnimationFrame(frame);
  });

  function follow(wanted) {
    state.follow = wanted;
    draw();
  }

  function draw() {
    if (signal.aborted) return;
    const shown = matching(state.lines, state.text);
    const began = state.lines.length ? Date.parse(state.lines[0].at) : 0;
    render(html`
      <div class="tools">
        <input type="search" placeholder="Search the log" aria-label="Search the log"
          @input=${({ currentTarget }) => { state.text = currentTarget.value; draw(); }}>
        <button aria-pressed=${state.follow} @click=${() => follow(!state.follow)}>Follow</button>
        <span class="faint" role="status">${state.text ? `${shown.length.toLocaleString()} of ` : ''}${
          state.lines.length.toLocaleString()} lines${state.open && !over() ? ' · live' : ''}</span>
      </div>
      ${state.dropped ? html`<p class="faint">${state.dropped.toLocaleString()} earlier lines are not shown.</p>` : nothing}
      <ol class="log" tabindex="0" @scroll=${({ currentTarget: list }) => {
        const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < END_PIXELS;
        if (atEnd !== state.follow && list.scrollHeight > list.clientHeight) follow(atEnd);
      }}>${shown.map((line, i) => html`${line.attempt !== shown[i - 1]?.attempt && (line.attempt > 0 || i > 0)
        ? html`<li class="faint">attempt ${line.attempt}</li>` : nothing}
        <li class=${LOUD[line.level?.toLowerCase()] ?? nothing} title=${new Date(line.at).toLocaleString()}><span class="faint">${
          duration(Date.parse(line.at) - began)}</span> ${line.level === 'info' ? nothing : html`<b>${line.level}</b> `}<span class="line">${line.message}</span>${
          line.fields ? html` <span class="faint">${JSON.stringify(line.fields)}</span>` : nothing}</li>`)}</ol>
      ${state.lines.length || state.open === null ? nothing : html`<p class="faint">${over() ? 'It has logged nothing.' : 'Nothing logged yet.'}</p>`}`, box);
    const list = box.querySelector('.log');
    if (state.follow) list.scrollTop = list.scrollHeight;
  }

  draw();
}

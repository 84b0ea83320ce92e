// Buttons that act, and the questions they ask first.
import { html, nothing, render } from './lit/lit-html.js';
import { json } from './api.js';
import { notice } from './header.js';
import { may } from './session.js';

/** The attributes of a control that needs a scope. */
export function needs(scope) {
  return may(scope) ? { disabled: false, title: nothing } : { disabled: true, title: `Your key does not have the scope ${scope}.` };
}

/** A button that calls a function, for users with a scope. */
export function button({ text, label = text, scope = 'operate', danger = false }, click) {
  const { disabled, title } = needs(scope);
  return html`<button type="button" class=${danger ? 'danger' : nothing} aria-label=${label} ?disabled=${disabled} title=${title}
    @click=${click}>${text}</button>`;
}

/**
 * A button that sends a request to the server and shows the result.
 *
 * @param {{text: string, label?: string, method?: string, path: string, body?: object, question?: string, scope?: string}} what
 * @param {(answer: object) => void} moved called when the request has succeeded
 */
export function act({ text, label = text, method = 'POST', path, body, question, scope }, moved) {
  return button({ text, label, scope }, async () => {
    if (question && !(await sure(question))) return;
    const answer = await json(path, { method, body });
    notice(`${label}: done.`);
    moved(answer);
  });
}

/** Asks for confirmation of something that cannot be undone. */
export async function sure(question, yes = 'Yes') {
  const answer = await choose(html`<p>${question}</p>`, [{ value: 'no', text: 'No' }, { value: 'yes', text: yes, danger: true }]);
  return answer?.value === 'yes';
}

/**
 * Shows a dialog with a form; returns the value of the button and the content of the form, or null if the user closed it.
 *
 * @param {Array<{value: string, text: string, danger?: boolean}>} buttons the value `no` closes the dialog without an answer
 */
export function choose(content, buttons) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    let answer = null;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    const pick = (event) => {
      event.preventDefault();
      const { value } = event.submitter;
      if (value !== 'no') answer = { value, fields: Object.fromEntries(new FormData(event.currentTarget)) };
      dialog.close();
    };
    render(html`<form @submit=${pick}>
      ${content}
      <div class="buttons">${buttons.map(({ value, text, danger }) => html`<button value=${value} class=${danger ? 'danger' : nothing}
        ?formnovalidate=${value === 'no'}>${text}</button>`)}</div></form>`, dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}

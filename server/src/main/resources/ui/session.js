// Who uses this page. While the server needs no keys that is everybody; else it is a browser that signed in with a key.
import { html, nothing, render } from './lit/lit-html.js';
import { Refusal, SESSION, SignedOut, json } from './api.js';

let session = null;

/** Asks the server who uses this page; false if it wants a key first. */
export async function isKnown() {
  try {
    session = await json(SESSION);
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
    session = null;
  }
  return session !== null;
}

/** Whether the user of this page has a scope; `admin` includes all others. */
export function may(scope) {
  return session !== null && (session.scopes.includes(scope) || session.scopes.includes('admin'));
}

/** Shows in the header who is signed in, with a button to sign out. */
export function showUser(changed) {
  const signOut = async () => {
    await json(SESSION, { method: 'DELETE' });
    session = null;
    changed();
  };
  render(session === null || session.auth === 'none' ? nothing : html`
    <span title="Scopes: ${session.scopes.join(', ')}">${session.actor} · ${session.workspace}</span>
    <button @click=${signOut}>Sign out</button>`, document.getElementById('user'));
}

/** Asks for a key; calls `done` once the browser has a session. */
export function showSignIn(main, done) {
  document.title = 'Sign in · Edgewise';
  const signIn = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const key = new FormData(form).get('key');
    try {
      session = await json(SESSION, { method: 'POST', body: { key } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      draw(error.message);
      form.elements.key.select();
      return;
    }
    render(nothing, main);
    done();
  };
  const draw = (problem) => render(html`
    <form class="sign-in" @submit=${signIn}>
      <h1>Sign in</h1>
      <p>This server needs a key. <code>edgewise key create</code> creates one, or ask the administrator of the server.</p>
      <label>Key<input name="key" type="password" placeholder="ew_…" autocomplete="current-password" required autofocus></label>
      <button>Sign in</button>
      <p class="reason" role="alert">${problem}</p>
      <p class="faint">The browser does not keep the key, only the ID of a session that ends when you sign out or after a while.</p>
    </form>`, main);
  draw('');
  main.querySelector('input').focus();
}

/** Says that the user of this page may not see a view. */
export function showNotAllowed(main, error) {
  document.title = 'Not allowed · Edgewise';
  render(html`
    <section class="empty">
      <h1>Not allowed</h1>
      <p>${error.message}</p>
      <p>Sign out, and sign in with a key that has this scope.</p>
    </section>`, main);
}

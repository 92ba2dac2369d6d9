import { element } from './dom.js'
import { announce } from './pages.js'

/**
 * Closes the questions and forms that wait, as if they were cancelled: they are about what the page showed before. A
 * new key stays, because it cannot be shown again.
 */
export function closeQuestions() {
  for (const dialog of document.querySelectorAll('dialog'))
    if (dialog.classList.contains('question')) dialog.close()
}

/**
 * Asks for confirmation of something that cannot be undone. Resolves to the answer.
 * @param {{ title: string, text: string, action: string }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, action }) {
  return new Promise((resolve) => {
    const dialog = element(
      'dialog',
      {
        class: 'question',
        'aria-labelledby': 'question',
        close: () => end(dialog, () => resolve(dialog.returnValue === 'yes')),
      },
      element('h2', { id: 'question' }, title),
      element('p', {}, text),
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'button', click: () => dialog.close('no') }, 'Cancel'),
        element('button', { type: 'button', class: 'danger', click: () => dialog.close('yes') }, action),
      ),
    )
    open(dialog)
  })
}

/**
 * Shows a form until it has done its work or is cancelled.
 * @param {string} title
 * @param {(done: () => void) => HTMLFormElement} makeForm
 * @returns {Promise<void>}
 */
export function askIn(title, makeForm) {
  return new Promise((resolve) => {
    const dialog = element(
      'dialog',
      { class: 'question', 'aria-labelledby': 'form-title', close: () => end(dialog, resolve) },
      element('h2', { id: 'form-title' }, title),
      makeForm(() => dialog.close()),
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'button', click: () => dialog.close() }, 'Cancel'),
      ),
    )
    open(dialog)
  })
}

/**
 * Shows an API key once. Only its button closes the dialog: Escape would lose the key.
 * @param {{ accountId: string, keyId: string, apiKey: string }} key
 * @returns {Promise<void>}
 */
export function showKey({ accountId, keyId, apiKey }) {
  return new Promise((resolve) => {
    const copied = element('span', { role: 'status', class: 'quiet' })
    const copy = async () => {
      const isDone = await navigator.clipboard?.writeText(apiKey).then(
        () => true,
        () => false,
      )
      copied.textContent = isDone ? 'Copied.' : 'Select and copy it by hand.'
    }
    const dialog = element(
      'dialog',
      {
        'aria-labelledby': 'key-title',
        cancel: (event) => event.preventDefault(),
        close: () => end(dialog, resolve),
      },
      element('h2', { id: 'key-title' }, 'The new API key'),
      element(
        'p',
        {},
        `It is shown this once; only its hash is stored. Its id is ${keyId}, its account ${accountId}.`,
      ),
      element('code', { class: 'key', tabindex: '0' }, apiKey),
      element(
        'div',
        { class: 'actions' },
        copied,
        element('button', { type: 'button', click: copy }, 'Copy'),
        element(
          'button',
          { type: 'button', class: 'primary', click: () => dialog.close() },
          'I have stored it',
        ),
      ),
    )
    open(dialog)
  })
}

/**
 * What was announced before is over with the next question.
 * @param {HTMLDialogElement} dialog
 */
function open(dialog) {
  announce('')
  document.body.append(dialog)
  dialog.showModal()
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {() => void} after
 */
function end(dialog, after) {
  dialog.remove()
  after()
}

import { element } from './dom.js'

/**
 * A list that comes in pages: a button fetches the next one and adds it.
 * @template Row
 * @param {{
 *   load: (cursor: string | null) => Promise<{ rows: Row[], next: string | null }>,
 *   show: (rows: Row[]) => HTMLElement,
 *   add: (shown: HTMLElement, rows: Row[]) => void,
 * }} list
 */
export async function pagedList({ load, show, add }) {
  const first = await load(null)
  const shown = show(first.rows)
  const frame = element('div', { class: 'list' }, shown)
  let current = shown
  let { next } = first
  const failure = element('p', { class: 'failure', role: 'alert' })
  const more = element('button', { type: 'button', click: () => void loadMore() }, 'Load more')

  async function loadMore() {
    more.disabled = true
    failure.textContent = ''
    try {
      const page = await load(next)
      next = page.next
      if (current.tagName === 'TABLE') add(current, page.rows)
      else if (page.rows.length > 0) {
        const table = show(page.rows)
        current.replaceWith(table)
        current = table
      } else if (next !== null) current.textContent = 'None yet; there is more to look through.'
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error)
    }
    more.disabled = false
    more.hidden = next === null
  }

  more.hidden = next === null
  frame.append(failure, more)
  return frame
}

/**
 * A form that is sent by a script. Its button is disabled while its action runs, and an error is shown below.
 * @param {{ class?: string, label: string, action: string, isPrimary?: boolean }} options
 * @param {HTMLElement[]} fields
 * @param {(values: Record<string, string>) => Promise<void>} act
 */
export function form(options, fields, act) {
  const failure = element('p', { class: 'failure', role: 'alert' })
  const button = element(
    'button',
    { type: 'submit', class: options.isPrimary === false ? undefined : 'primary' },
    options.action,
  )
  const made = element(
    'form',
    { class: options.class ?? 'inline', 'aria-label': options.label },
    fields,
    button,
    failure,
  )
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    failure.textContent = ''
    const values = [...new FormData(made)].map(([name, value]) => [name, String(value).trim()])
    try {
      await act(Object.fromEntries(values))
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error)
    }
    button.disabled = false
  })
  return made
}

/**
 * A field with its label.
 * @param {string} label
 * @param {import('./dom.js').Attributes & { name: string, id?: string }} attributes
 */
export function field(label, attributes) {
  const { id = `field-${attributes.name}` } = attributes
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    element('input', { id, autocomplete: 'off', spellcheck: 'false', ...attributes }),
  )
}

/**
 * Announces what has been done, including to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const notice = document.getElementById('notice')
  if (notice !== null) notice.textContent = text
}

import { element } from './dom.js'

/**
 * A list that comes in pages: a button fetches the next one and adds it. The first page is read again while it is
 * the only one that is shown.
 * @template Row
 * @param {{
 *   load: (cursor: string | undefined) => Promise<{ rows: Row[], next: string | null }>,
 *   list: { node: Node, setRows: (rows: Row[]) => void, addRows: (rows: Row[]) => void },
 * }} options
 */
export async function pagedList({ load, list }) {
  /** @type {string | null} */
  let next = null
  let pages = 1
  const failure = element('p', { class: 'failure', role: 'alert' })
  const more = element('button', { type: 'button', click: () => void loadMore() }, 'Load more')
  const hint = element('p', { class: 'quiet', role: 'status' })

  async function loadMore() {
    more.disabled = true
    failure.textContent = ''
    try {
      const page = await load(next ?? undefined)
      next = page.next
      pages += 1
      list.addRows(page.rows)
      hint.textContent =
        page.rows.length === 0 && next !== null ? 'None there; there is more to look through.' : ''
    } catch (error) {
      failure.textContent = error instanceof Error ? error.message : String(error)
    }
    more.disabled = false
    more.hidden = next === null
  }
  async function refresh() {
    const first = await load(undefined)
    if (pages > 1) return
    list.setRows(first.rows)
    next = first.next
    more.hidden = next === null
  }
  await refresh()
  return {
    node: element('div', { class: 'list' }, list.node, hint, failure, more),
    live: {
      refresh,
      pausedBecause: () => (pages > 1 ? 'not read again while further pages are shown' : null),
    },
  }
}

/**
 * A form that is sent by a script. Its button is disabled while its action runs, and an error is shown below.
 * `foretell` says what sending it would do, and changes with the fields.
 * @param {{
 *   class?: string,
 *   label: string,
 *   action: string,
 *   isPrimary?: boolean,
 *   foretell?: (values: Record<string, string>) => string,
 * }} options
 * @param {HTMLElement[]} fields
 * @param {(values: Record<string, string>) => Promise<void>} act
 */
export function form(options, fields, act) {
  const failure = element('p', { class: 'failure', role: 'alert' })
  const foretold = element('p', { class: 'foretold', role: 'status' })
  const button = element(
    'button',
    { type: 'submit', class: options.isPrimary === false ? undefined : 'primary' },
    options.action,
  )
  const made = element(
    'form',
    { class: options.class ?? 'inline', 'aria-label': options.label },
    fields,
    foretold,
    button,
    failure,
  )
  const values = () =>
    Object.fromEntries([...new FormData(made)].map(([name, value]) => [name, String(value).trim()]))
  const tell = () => {
    const text = options.foretell?.(values()) ?? ''
    if (foretold.textContent !== text) foretold.textContent = text
  }
  made.addEventListener('input', tell)
  made.addEventListener('reset', tell)
  tell()
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    failure.textContent = ''
    try {
      await act(values())
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

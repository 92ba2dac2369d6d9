import { ApiError } from './api.js'
import { element, replace } from './dom.js'

const everyMs = 5_000
/** A view that is expensive to read is read less often: at most a twentieth of the time. */
const restPerRead = 20

/**
 * A part of a view that is made anew when what it shows has changed. Focus, scroll position and opened details stay;
 * while somebody types into it, or has, it stays as it is.
 * @template Data
 * @param {(data: Data) => import('./dom.js').Child | import('./dom.js').Child[]} make
 */
export function livePart(make) {
  const node = element('div', { class: 'part' })
  /** @type {string | undefined} */
  let shown
  return {
    node,
    /**
     * @param {Data} data
     * @param {{ isDone?: boolean }} [options] whether an action of its form has succeeded: the form begins again
     */
    show(data, { isDone = false } = {}) {
      const now = JSON.stringify(data)
      if (!isDone && (now === shown || isBeingEdited(node))) return
      shown = now
      keepingPlace(node, () => {
        const made = make(data)
        replace(node, ...(Array.isArray(made) ? made : [made]))
      })
    },
  }
}

/** @param {Element} node */
function isBeingEdited(node) {
  const fields = [...node.querySelectorAll('input, select, textarea')]
  return fields.some((field) => {
    if (field === document.activeElement) return true
    if (field instanceof HTMLSelectElement)
      return [...field.options].some((option) => option.selected !== option.defaultSelected)
    if (!(field instanceof HTMLInputElement)) return false
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked
  })
}

/**
 * Changes the content of a node and gives the focus back to what stands for the focused element then.
 * @param {Element} node
 * @param {() => void} change
 */
export function keepingPlace(node, change) {
  const focusable = () => [...node.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
  const before = focusable()
  const index = document.activeElement === null ? -1 : before.indexOf(document.activeElement)
  const name = nameOf(before[index])
  const opened = [...node.querySelectorAll('details')].map(({ open }) => open)
  change()
  for (const [place, details] of node.querySelectorAll('details').entries())
    if (opened[place]) details.open = true
  if (index === -1) return
  const after = focusable()
  const again = after.find((found) => nameOf(found) === name) ?? after[index]
  if (again instanceof HTMLElement) again.focus({ preventScroll: true })
}

/** @param {Element | undefined} found */
function nameOf(found) {
  return found?.getAttribute('href') ?? found?.getAttribute('aria-label') ?? found?.textContent ?? ''
}

/**
 * Refreshes the shown view every five seconds while somebody can see it, and says how old it is.
 * @typedef {{ refresh: () => Promise<unknown>, pausedBecause?: () => string | null }} Refreshable
 */
export function liveView() {
  const age = element('span')
  const state = element('span', { role: 'status', class: 'failure' })
  /** @type {Refreshable | undefined} */
  let view
  let updatedMs = 0
  let readMs = 0
  let isReading = false
  let restMs = everyMs

  async function refresh() {
    if (view === undefined || isReading || pauseOf(view) !== null) return
    const own = view
    isReading = true
    const begunMs = performance.now()
    try {
      await own.refresh()
      if (own === view) updatedMs = Date.now()
      say('')
    } catch (error) {
      const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 502)
      say(isAway ? 'Cannot reach the service; trying again.' : messageOf(error))
    }
    isReading = false
    restMs = Math.max(everyMs, restPerRead * (performance.now() - begunMs))
    readMs = Date.now()
    tell()
  }
  /** @param {string} text */
  const say = (text) => {
    if (state.textContent !== text) state.textContent = text
  }
  const tell = () => {
    const pause = view === undefined ? null : pauseOf(view)
    const seconds = Math.max(0, Math.round((Date.now() - updatedMs) / 1000))
    const text = seconds < 2 ? 'Updated just now' : `Updated ${seconds} s ago`
    age.textContent = view === undefined ? '' : pause === null ? text : `${text}; ${pause}`
  }
  setInterval(() => {
    tell()
    if (!document.hidden && Date.now() - readMs >= restMs) void refresh()
  }, 1_000)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh()
  })
  return {
    mark: element('p', { class: 'live' }, age, ' ', state),
    /** @param {Refreshable | undefined} next */
    follow(next) {
      view = next
      updatedMs = Date.now()
      readMs = updatedMs
      restMs = everyMs
      say('')
      tell()
    },
  }
}

/** @param {Refreshable} view */
function pauseOf(view) {
  // What an open question is about must not change behind it.
  if (document.querySelector('dialog[open]') !== null) return 'waiting for your answer'
  return view.pausedBecause?.() ?? null
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

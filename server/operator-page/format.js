import { element } from './dom.js'

const zoneKey = 'mediagen.operator.zone'
const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone
let shownZone = remembered() === 'UTC' ? 'UTC' : localZone

function remembered() {
  try {
    return localStorage.getItem(zoneKey)
  } catch {
    return null
  }
}

/** The zone of the times that are shown. */
export function zoneName() {
  return shownZone
}

/** Changes between the reader's own zone and UTC, and remembers it in this browser. */
export function nextZone() {
  shownZone = shownZone === 'UTC' ? localZone : 'UTC'
  try {
    localStorage.setItem(zoneKey, shownZone === 'UTC' ? 'UTC' : 'local')
  } catch {
    // A browser that stores nothing forgets it.
  }
}

/**
 * A time in the zone that the page names beside its heading; the exact one, in UTC, shows on hover.
 * @param {string | null} iso
 */
export function time(iso) {
  if (iso === null) return element('span', { class: 'quiet' }, '–')
  return element('time', { datetime: iso, title: iso }, timeText(iso, { hasZone: false }))
}

/**
 * A time within a sentence, with its zone.
 * @param {string} iso
 */
export function timeText(iso, { hasZone = true } = {}) {
  const at = new Date(iso)
  const isThisYear = at.getFullYear() === new Date().getFullYear()
  return at.toLocaleString('en-GB', {
    timeZone: shownZone,
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(hasZone && { timeZoneName: 'short' }),
  })
}

/**
 * An amount as sent by the service: never converted to a number, which would round it.
 * @param {string} amount
 */
export function usd(amount) {
  return element('span', { class: 'amount' }, `${amount} USD`)
}

/**
 * An account by its name, with the beginning of its id, which a search finds.
 * @param {string} id
 * @param {string | null} [name]
 */
export function accountLink(id, name = null) {
  return element(
    'a',
    { class: 'named', href: `#/accounts/${encodeURIComponent(id)}`, title: id },
    element('span', {}, accountName(name)),
    ' ',
    element('span', { class: 'id' }, shortId(id)),
  )
}

/** @param {string | null} name */
export function accountName(name) {
  return name ?? 'Unnamed account'
}

/** @param {string} id */
function shortId(id) {
  return id.length <= 14 ? id : `${id.slice(0, 12)}…`
}

/**
 * An account as a question names it.
 * @param {{ accountId: string, name: string | null }} account
 */
export function accountCalled({ accountId, name }) {
  return called(accountId, accountName(name))
}

/**
 * A key as a question names it.
 * @param {string} id
 * @param {string | null} name
 */
export function called(id, name) {
  return name === null ? id : `${name} (${id})`
}

/**
 * A number with what agrees with it.
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}

/** @param {string} id */
export function taskLink(id) {
  return element('a', { class: 'id', href: `#/tasks/${encodeURIComponent(id)}` }, id)
}

/** @param {string} status */
export function badge(status) {
  return element('span', { class: `badge ${status.toLowerCase()}` }, status)
}

/**
 * A product, which may break after its dot.
 * @param {string} product
 */
export function productText(product) {
  const [medium = '', ...rest] = product.split('.')
  return element('span', {}, `${medium}.`, element('wbr'), rest.join('.'))
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/**
 * A time within the life of a task, to a tenth of a second.
 * @param {number} ms
 */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}

/**
 * How long a task has run so far, by the clock of this browser.
 * @param {string} startedAt
 */
export function runningFor(startedAt) {
  return `running, ${duration(Math.round(Math.max(0, Date.now() - Date.parse(startedAt)) / 1000))} so far`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

/**
 * When an engine that is down is tried again.
 * @param {{ downSeconds: number }} engine
 */
export function nextTryOf({ downSeconds }) {
  return downSeconds > 0 ? `tried again in ${duration(downSeconds)}` : 'its next task tries it'
}

/**
 * An error code, which may break after each of its words; a link to what it means if this server has the guides.
 * @param {string} code
 */
export function codeText(code) {
  const words = code.split('_')
  const text = words.flatMap((word, index) =>
    index === words.length - 1 ? [word] : [`${word}_`, element('wbr')],
  )
  const hasGuides = document.querySelector('.site-header a[href="/docs/"]') !== null
  if (!hasGuides || !/^[A-Z_]+$/.test(code)) return element('span', {}, text)
  return element('a', { class: 'code', href: `/docs/errors/${code}` }, text)
}

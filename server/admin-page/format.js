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
 * A time with its zone; the exact one, in UTC, shows on hover.
 * @param {string | null} iso
 */
export function time(iso) {
  if (iso === null) return element('span', { class: 'quiet' }, '–')
  return element('time', { datetime: iso, title: iso }, timeText(iso))
}

/** @param {string} iso */
export function timeText(iso) {
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
    timeZoneName: 'short',
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
 * An account by its name, with its id below.
 * @param {string} id
 * @param {string | null} [name]
 */
export function accountLink(id, name = null) {
  const href = `#/accounts/${encodeURIComponent(id)}`
  const shownId = element('span', { class: 'id' }, id)
  if (name === null) return element('a', { href }, shownId)
  return element('a', { class: 'named', href }, element('span', {}, name), ' ', shownId)
}

/**
 * An account or a key as a question names it.
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

/** @param {number} bytes */
export function size(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

/**
 * An error code, which may break after each of its words.
 * @param {string} code
 */
export function codeText(code) {
  const words = code.split('_')
  return element(
    'span',
    {},
    words.flatMap((word, index) => (index === words.length - 1 ? [word] : [`${word}_`, element('wbr')])),
  )
}

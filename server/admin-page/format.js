import { element } from './dom.js'

/**
 * A time in the reader's own zone; the exact one, in UTC, shows on hover.
 * @param {string | null} iso
 */
export function time(iso) {
  if (iso === null) return element('span', { class: 'quiet' }, '–')
  const shown = new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
  return element('time', { datetime: iso, title: iso }, shown)
}

/**
 * An amount as sent by the service: never converted to a number, which would round it.
 * @param {string} amount
 */
export function usd(amount) {
  return element('span', { class: 'amount' }, `${amount} USD`)
}

/**
 * @param {string} id
 * @param {string | null} [name]
 */
export function accountLink(id, name = null) {
  const link = element('a', { class: 'id', href: `#/accounts/${encodeURIComponent(id)}` }, id)
  return name === null ? link : element('span', {}, link, ` ${name}`)
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

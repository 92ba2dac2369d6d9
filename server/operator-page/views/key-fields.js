/** @import { ApiKeyView } from '../../src/operator/views.ts' */
import { element } from '../dom.js'
import { field } from '../pages.js'

/**
 * What a key may order, as the form names it.
 * @type {[NonNullable<ApiKeyView['products']>[number], string][]}
 */
const products = [
  ['image.generate', 'Images from a prompt'],
  ['image.transform', 'Images from an image'],
  ['video.generate', 'Videos from a prompt'],
  ['video.transform', 'Videos from an image'],
]
export const productLabels = new Map(products.map(([product, label]) => [`${product}`, label]))

/**
 * The fields of a key's properties.
 * @param {string} prefix makes their ids unique on the page
 * @param {ApiKeyView | undefined} key what they begin with
 */
export function propertyFields(prefix, key) {
  const allowed = key?.products ?? products.map(([product]) => product)
  const text = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string} */ value) =>
    field(label, { name, value, id: `${prefix}-${name}` })
  const box = (/** @type {string} */ label, /** @type {string} */ name, /** @type {boolean} */ checked) =>
    field(label, { type: 'checkbox', name, checked, id: `${prefix}-${name}` })
  return [
    text('Name', 'name', key?.name ?? ''),
    text('Expires (UTC, such as 2026-12-31T18:00Z)', 'expiresAt', key?.expiresAt ?? ''),
    text('Requests a minute', 'requestsPerMinute', String(key?.limits.requestsPerMinute ?? '')),
    text('USD on one UTC day', 'dayLimit', key?.limits.day ?? ''),
    text('USD in total', 'totalLimit', key?.limits.total ?? ''),
    box(
      key === undefined ? 'Read only' : 'Read only: suspends the key until you untick it',
      'readOnly',
      key?.readOnly ?? false,
    ),
    element(
      'fieldset',
      {},
      element('legend', {}, 'Products'),
      products.map(([product, label]) => box(label, product, allowed.includes(product))),
    ),
  ]
}

/**
 * All properties of a key; `none` for one that does not restrict it, such as an empty text.
 * @template {null | undefined} None
 * @param {Record<string, string>} values
 * @param {None} none
 */
export function propertiesIn(values, none) {
  const allowed = products.map(([product]) => product).filter((product) => values[product] !== undefined)
  /** @type {(name: string) => string | None} */
  const text = (name) => values[name] || none
  return {
    name: text('name'),
    expiresAt: text('expiresAt'),
    requestsPerMinute: text('requestsPerMinute'),
    dayLimit: text('dayLimit'),
    totalLimit: text('totalLimit'),
    readOnly: values.readOnly !== undefined,
    products: allowed.length === products.length ? none : allowed.join(','),
  }
}

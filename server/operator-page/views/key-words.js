import { timeText } from '../format.js'
import { productLabels, propertiesIn } from './key-fields.js'

/**
 * What a key with these fields may do, and what refuses the rest.
 * @param {Record<string, string>} values of the form's fields
 */
export function keyInWords(values) {
  const { readOnly, products, dayLimit, totalLimit, requestsPerMinute, expiresAt } = propertiesIn(
    values,
    null,
  )
  const words = [readOnly ? readOnlyWords : orderWords(products)]
  if (!readOnly) words.push(...spendingWords(dayLimit, totalLimit))
  if (requestsPerMinute)
    words.push(
      `It can send ${requestsPerMinute} generation requests a minute; further ones get 429 RATE_LIMITED.`,
    )
  if (expiresAt) words.push(`${expiryWords(expiresAt)}`)
  return words.join(' ')
}

const readOnlyWords =
  'This key can then only read: orders, uploads and cancellations get 403 KEY_NOT_PERMITTED.'

/** @param {string | null | undefined} products */
function orderWords(products) {
  if (products === null || products === undefined) return 'This key can then order everything.'
  if (products === '') return 'Choose at least one product, or "Read only".'
  const names = products.split(',').map((product) => productLabels.get(product)?.toLowerCase() ?? product)
  return `This key can then order ${names.join(', ')}; anything else gets 403 KEY_NOT_PERMITTED.`
}

/**
 * @param {string | null | undefined} day
 * @param {string | null | undefined} total
 */
function spendingWords(day, total) {
  const bounds = [...(day ? [`${day} USD on one UTC day`] : []), ...(total ? [`${total} USD in total`] : [])]
  return bounds.length === 0
    ? ['It can spend the whole balance of its account.']
    : [`It can spend at most ${bounds.join(' and ')}; requests beyond it get 403 KEY_LIMIT_REACHED.`]
}

/** @param {string} expiresAt */
function expiryWords(expiresAt) {
  return Number.isNaN(Date.parse(expiresAt))
    ? ''
    : `From ${timeText(expiresAt)} on it gets 401, like an unknown key.`
}

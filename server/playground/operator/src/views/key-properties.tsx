import type { Output } from '../api.ts'
import { Field, type Values } from '../parts/form.tsx'
import { timeText } from '../parts/words.ts'

export type ApiKey = Output<'GET /accounts/{accountId}'>['apiKeys'][number]

/** What a key may order, as the form names it. */
const products: readonly (readonly [NonNullable<ApiKey['products']>[number], string])[] = [
  ['image.generate', 'Images from a prompt'],
  ['image.transform', 'Images from an image'],
  ['video.generate', 'Videos from a prompt'],
  ['video.transform', 'Videos from an image'],
]

/** The fields of a key's properties; `apiKey` if it exists. */
export function PropertyFields({ apiKey }: { readonly apiKey?: ApiKey }) {
  const allowed: readonly string[] = apiKey?.products ?? products.map(([product]) => product)
  return (
    <>
      <Field label="Name" name="name" />
      <Field label="Expires (UTC, such as 2026-12-31T18:00Z)" name="expiresAt" />
      <Field label="Requests a minute" name="requestsPerMinute" />
      <Field label="USD on one UTC day" name="dayLimit" />
      <Field label="USD in total" name="totalLimit" />
      <Field
        label={apiKey === undefined ? 'Read only' : 'Read only: suspends the key until you untick it'}
        name="readOnly"
        type="checkbox"
        defaultChecked={apiKey?.readOnly ?? false}
      />
      <fieldset>
        <legend>Products</legend>
        {products.map(([product, label]) => (
          <Field
            key={product}
            label={label}
            name={product}
            type="checkbox"
            defaultChecked={allowed.includes(product)}
          />
        ))}
      </fieldset>
    </>
  )
}

/** What the fields of a key begin with. */
export function fieldsOf({ name, expiresAt, limits }: ApiKey): Values {
  return {
    name: name ?? '',
    expiresAt: expiresAt ?? '',
    requestsPerMinute: `${limits.requestsPerMinute ?? ''}`,
    dayLimit: limits.day ?? '',
    totalLimit: limits.total ?? '',
  }
}

/** All properties of a key; `none` for one that does not restrict it, such as an empty text. */
export function propertiesIn<None extends null | undefined>(values: Values, none: None) {
  const allowed = products.map(([product]) => product).filter((product) => values[product] !== undefined)
  const text = (name: string): string | None => values[name] || none
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

/** What a key with these fields may do, and what refuses the rest. */
export function keyInWords(values: Values): string {
  const { readOnly, requestsPerMinute, expiresAt, ...orders } = propertiesIn(values, null)
  const words = readOnly
    ? ['This key can then only read: orders, uploads and cancellations get 403 KEY_NOT_PERMITTED.']
    : [orderWords(orders.products), spendingWords(orders.dayLimit, orders.totalLimit)]
  if (requestsPerMinute)
    words.push(
      `It can send ${requestsPerMinute} generation requests a minute; further ones get 429 RATE_LIMITED.`,
    )
  if (expiresAt && !Number.isNaN(Date.parse(expiresAt)))
    words.push(`From ${timeText(expiresAt)} on it gets 401, like an unknown key.`)
  return words.join(' ')
}

function orderWords(allowed: string | null): string {
  if (allowed === null) return 'This key can then order everything.'
  if (allowed === '') return 'Choose at least one product, or "Read only".'
  const names = products
    .filter(([product]) => allowed.split(',').includes(product))
    .map(([, label]) => label.toLowerCase())
  return `This key can then order ${names.join(', ')}; anything else gets 403 KEY_NOT_PERMITTED.`
}

function spendingWords(day: string | null, total: string | null): string {
  const bounds = [...(day ? [`${day} USD on one UTC day`] : []), ...(total ? [`${total} USD in total`] : [])]
  return bounds.length === 0
    ? 'It can spend the whole balance of its account.'
    : `It can spend at most ${bounds.join(' and ')}; requests beyond it get 403 KEY_LIMIT_REACHED.`
}

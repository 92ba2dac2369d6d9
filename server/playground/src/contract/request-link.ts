import type { Product } from '@mediagen/sdk'
import type { Field, FieldValue, Form } from './read-forms.ts'

/** What a link asks the page to fill in. */
export interface LinkedRequest {
  /** Undefined where the link has only an example. */
  readonly product: Product | undefined
  readonly values: Readonly<Record<string, FieldValue>>
  /** The id of an example of the gallery, whose image and settings come first. */
  readonly example: string | undefined
  /** The names of what is unknown or not valid. */
  readonly ignored: readonly string[]
}

/**
 * A link that opens the page with a request. It has no input image: an upload belongs to its account, and is
 * none of the recipient's.
 */
export function linkTo(
  product: Product,
  { assetId: _, ...request }: Readonly<Record<string, FieldValue>>,
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
): string {
  const fields = Object.entries(request).map(([name, value]): [string, string] => [name, String(value)])
  return `${origin}${pathname}#${new URLSearchParams([['product', product], ...fields])}`
}

/** Reads the fragment of an address; undefined where it is no request. */
export function readLink(fragment: string, forms: readonly Form[]): LinkedRequest | undefined {
  const { product: name, example, ...given } = Object.fromEntries(new URLSearchParams(fragment.slice(1)))
  if (name === undefined && example === undefined) return undefined
  const form = forms.find(({ product }) => product === name)
  const values: Record<string, FieldValue> = {}
  const ignored = name !== undefined && form === undefined ? ['product'] : []
  for (const [fieldName, text] of Object.entries(given)) {
    const field = form?.fields.find((one) => one.name === fieldName)
    const value = field === undefined ? undefined : readValue(field, text)
    if (value === undefined) ignored.push(fieldName)
    else values[fieldName] = value
  }
  return { product: form?.product, values, example, ignored }
}

/** Undefined for what the contract does not allow in this field, and for the id of somebody's upload. */
function readValue(field: Field, text: string): FieldValue | undefined {
  if (field.kind === 'input') return undefined
  if (field.choices !== undefined) return field.choices.find((choice) => String(choice) === text)
  if (field.kind === 'flag') return text === 'true' || text === 'false' ? text === 'true' : undefined
  if (field.kind === 'number') return readNumber(field, text)
  return [...text].length > (field.maxLength ?? Number.POSITIVE_INFINITY) ? undefined : text
}

function readNumber({ min = -Infinity, max = Infinity, isInteger }: Field, text: string): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const isAllowed = number >= min && number <= max && (isInteger !== true || Number.isInteger(number))
  return isAllowed && Number.isFinite(number) ? number : undefined
}

import type { Product } from '@mediagen/sdk'
import type { FieldValue, Form } from '../../contract/read-forms.ts'

/** What a piece of code is of. */
export interface CodeInput {
  readonly form: Form
  readonly request: Readonly<Record<string, FieldValue>>
  /** Where the service is for programs. */
  readonly baseUrl: string
  /** An idempotency key, for a language that cannot make one by itself. */
  readonly orderKey: string
}

/** What stands for the image of a visitor, which a program has to read from a file. */
export const inputFile = 'photo.jpg'

export function takesImage({ fields }: Form): boolean {
  return fields.some(({ kind }) => kind === 'input')
}

export function makesVideo(product: Product): boolean {
  return product.startsWith('video')
}

export function resultFile({ product }: Form): string {
  return makesVideo(product) ? 'result.mp4' : 'result.png'
}

/** One word to a POSIX shell, whatever is in it. */
export function quoteShell(value: FieldValue): string {
  const text = String(value)
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

export function quoteTypescript(value: FieldValue): string {
  if (typeof value !== 'string') return String(value)
  // JSON allows two line ends in a text that old JavaScript does not.
  const text = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** The lines of an object's fields in TypeScript. */
export function typescriptFields(
  fields: Readonly<Record<string, FieldValue>>,
  indent: string,
): readonly string[] {
  return Object.entries(fields).map(([name, value]) => `${indent}${name}: ${quoteTypescript(value)},`)
}

/** How a parameter is read that is more than one text: its types, and how a list of them is written. */
export interface ParameterForm {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  /** What a text may stand for; the first that fits is taken. */
  readonly types: readonly ('integer' | 'number' | 'boolean' | 'string')[]
  /** `repeat` for a=1&a=2, `comma` for a=1,2; undefined for a single value. */
  readonly list?: 'repeat' | 'comma'
  /** Stands in for an omitted parameter. */
  readonly default?: unknown
}

/**
 * The values of the parameters at one place, by the types that the contract declares. A text that is none of
 * them stays text, so that validation can say what it should have been.
 */
export function readParameters(
  forms: readonly ParameterForm[],
  place: ParameterForm['in'],
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...sent }
  for (const form of forms) {
    if (form.in !== place) continue
    const value = readValue(form, sent[form.name])
    if (value !== undefined) values[form.name] = value
  }
  return values
}

function readValue(form: ParameterForm, sent: unknown): unknown {
  if (sent === undefined) return form.default
  if (form.list === undefined) return typeof sent === 'string' ? scalarOf(form, sent) : sent
  const texts = form.list === 'comma' && typeof sent === 'string' ? sent.split(',') : [sent].flat()
  return texts.map((text) => (typeof text === 'string' ? scalarOf(form, text.trim()) : text))
}

function isTaken(value: number, types: ParameterForm['types']): boolean {
  return Number.isSafeInteger(value) || (Number.isInteger(value) && types.at(-1) === 'integer')
}

const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function scalarOf({ types }: ParameterForm, text: string): unknown {
  for (const type of types) {
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    // Beyond 2^53 a number is not the one that was sent; the bounds of every integer reject it.
    if (type === 'integer' && numberText.test(text) && isTaken(Number(text), types)) return Number(text)
    if (type === 'number' && numberText.test(text) && Number.isFinite(Number(text))) return Number(text)
    if (type === 'string') return text
  }
  return text
}

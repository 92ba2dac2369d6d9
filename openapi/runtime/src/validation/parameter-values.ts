import { unescape as decoded } from 'node:querystring'
import { bracketTree, isTree } from './bracket-tree.ts'
import { jsonOfTexts } from './json-texts.ts'

/** How a value is read that was sent as text: its types, and what it is made of. */
export interface TextForm {
  /** What a text may stand for; the first that fits is taken. */
  readonly types: readonly ('int64' | 'integer' | 'number' | 'boolean' | 'string')[]
  readonly isList?: boolean
  /** The same of a text that is no list, where the value may be either. */
  readonly alone?: TextForm['types']
  /** The fields of an object, or of each object of a list. */
  readonly fields?: Readonly<Record<string, TextForm>>
  /** Every other field of it. */
  readonly others?: TextForm
}

/** How a parameter, or a field of a form, is read that is more than one text. */
export interface ParameterForm extends TextForm {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly name: string
  /** The name of a cookie in the input of the method. */
  readonly argument?: string
  /**
   * How a list or an object is written: with a sign between items, or names and values; as `pairs` (a=1,b=2); as `members`, each
   * under its own name; `deep` (name[field]=1); or as JSON. Otherwise the items of a list are sent one by one.
   */
  readonly style?: 'comma' | 'space' | 'pipe' | 'pairs' | 'members' | 'deep' | 'json'
  /** What are no members, but other parameters. */
  readonly except?: readonly string[]
  /** Stands in for an omitted parameter. */
  readonly default?: unknown
}

/** What was sent at one place: by each name a text, or a list of them. */
export interface Sent {
  readonly values: Readonly<Record<string, unknown>>
  /** The same with its percent escapes, which tell a sign in a value from one between values. */
  readonly written?: () => Readonly<Record<string, unknown>>
}

/**
 * The values of the parameters at one place, by the types that the contract declares. A text that is none of
 * them stays text, so that validation can say what it should have been. Throws INVALID_REQUEST for one that cannot be taken apart.
 */
export function readParameters(
  forms: readonly ParameterForm[],
  place: ParameterForm['in'],
  sent: Sent,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...sent.values }
  for (const form of forms) {
    if (form.in !== place) continue
    const value = readValue(form, sent, values)
    const filled = value === undefined ? form.default : value
    if (filled !== undefined) values[form.name] = filled
  }
  return values
}

/** What is read of several names is taken away from the `values`. */
function readValue(form: ParameterForm, sent: Sent, values: Record<string, unknown>): unknown {
  const { name } = form
  switch (form.style) {
    case undefined:
      return ofTexts(form, sent.values[name])
    case 'json':
      return jsonOfTexts(form, sent.values[name])
    case 'deep':
      return ofTree(form, bracketTree(name, values))
    case 'members':
      return ofMembers(form, sent.values)
    default:
      return ofWritten(form, form.style, sent)
  }
}

function ofTexts(form: TextForm, sent: unknown): unknown {
  const read = (text: unknown) => (typeof text === 'string' ? scalarOf(form, text) : text)
  if (form.alone !== undefined && typeof sent === 'string') {
    const value = scalarOf({ types: form.alone }, sent)
    if (typeof value !== 'string' || form.alone.includes('string')) return value
  }
  return form.isList && sent !== undefined ? [sent].flat().map(read) : read(sent)
}

function ofTree(form: TextForm, node: unknown): unknown {
  if (!isTree(node)) return ofTexts(form, node)
  if (form.isList)
    return Object.values(node)
      .flat()
      .map((item) => ofTree({ ...form, isList: false }, item))
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [name, ofTree(fieldForm(form, name), inner)]),
  )
}

function ofMembers(form: ParameterForm, sent: Sent['values']): unknown {
  const { fields = {}, others, except = [], name } = form
  const isMember = (one: string) =>
    Object.hasOwn(fields, one) || (others !== undefined && !except.includes(one))
  const members = Object.entries(sent).filter(([one]) => isMember(one))
  if (members.length === 0) return ofTexts(form, sent[name])
  return Object.fromEntries(members.map(([one, text]) => [one, ofTexts(fieldForm(form, one), text)]))
}

const signs = { comma: /,/, pairs: /,/, space: /%20/, pipe: /\||%7c/i }

/** Signs that are escaped belong to a value, but for those that no URL has otherwise. */
function ofWritten(form: ParameterForm, style: keyof typeof signs, { values, written }: Sent): unknown {
  const sent = (written?.() ?? values)[form.name]
  if (sent === undefined) return undefined
  const plain = (text: string) => (written === undefined ? text.trim() : decoded(text))
  const texts = [sent].flat().flatMap((text) => String(text).split(signs[style]))
  if (form.fields === undefined) return ofTexts({ ...form, isList: true }, texts.map(plain))
  const halves = style === 'pairs' ? texts.flatMap((text) => text.split(/=(.*)/s, 2)) : texts
  if (halves.length % 2 > 0) return values[form.name]
  const pairs = halves
    .map(plain)
    .flatMap((name, at, all) => (at % 2 > 0 ? [] : [[name, all[at + 1]] as const]))
  return Object.fromEntries(pairs.map(([name, text]) => [name, ofTexts(fieldForm(form, name), text)]))
}

const plainText: TextForm = { types: ['string'] }

function fieldForm({ fields = {}, others = plainText }: TextForm, name: string): TextForm {
  return (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? others
}

function isTaken(value: number, types: TextForm['types']): boolean {
  return Number.isSafeInteger(value) || (Number.isInteger(value) && types.at(-1) === 'integer')
}

const numberText = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

function scalarOf({ types }: Pick<TextForm, 'types'>, text: string): unknown {
  for (const type of types) {
    if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
    // Beyond 2^53 a number is not the one that was sent; the bounds of every integer reject it.
    if (type === 'integer' && numberText.test(text) && isTaken(Number(text), types)) return Number(text)
    if (type === 'number' && numberText.test(text) && Number.isFinite(Number(text))) return Number(text)
    if (type === 'int64' && /^-?\d{1,19}$/.test(text) && numberText.test(text)) return BigInt(text)
    if (type === 'string') return text
  }
  return text
}

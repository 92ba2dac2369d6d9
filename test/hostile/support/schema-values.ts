import { isRecord } from '../../../openapi/checks/contract.ts'
import type { Draw } from './draw.ts'

/** A JSON Schema of the contract, as bundled. */
type Schema = Readonly<Record<string, unknown>>

/** Follows references and joins the parts of `allOf`; of `anyOf` one branch is drawn. */
function resolveSchema(document: unknown, schema: unknown, draw: Draw): Schema {
  if (!isRecord(schema)) return {}
  const { $ref, allOf, anyOf, ...own } = schema
  const parts: Schema[] = [own]
  if (typeof $ref === 'string') parts.push(resolveSchema(document, followReference(document, $ref), draw))
  if (Array.isArray(allOf)) for (const part of allOf) parts.push(resolveSchema(document, part, draw))
  if (Array.isArray(anyOf)) parts.push(resolveSchema(document, draw.pick(anyOf), draw))
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => namesOf(required)),
  }
}

function followReference(document: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((target: unknown, step) => (isRecord(target) ? target[step] : undefined), document)
}

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Texts that are hard to keep, to compare or to log. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00a',
  '🦊',
  '🦊'.repeat(2000),
  '🦊'.repeat(2001),
  'e\u0301'.repeat(64),
  '\u202eright to left',
  '\ufeff',
  '\u2028\u2029',
  '\r\nX-Injected: yes',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '"; DROP TABLE tasks; --',
  '\u0024{jndi:ldap://x}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'NaN',
  'x'.repeat(65),
  'x'.repeat(129),
  'x'.repeat(2001),
  'ＡＢＣ',
  'İıſK',
]

/** The same without halves of characters, which no UTF-8 can hold. */
export const oddWholeTexts: readonly string[] = oddTexts.map((text) =>
  text.replaceAll(/\p{Surrogate}/gu, '?'),
)

/** JSON texts of values that no field takes, or that break what reads them. */
const oddJson: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1e308', '-1e308', '1e400', '-1e400', '5e-324', '0.1', '4.5'],
  ...[
    '9007199254740993',
    '18446744073709551616',
    `1${'0'.repeat(400)}`,
    '5.0',
    '5e0',
    '50e-1',
    '4.999999999999999999',
  ],
  ...[
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"a":{}}',
    '{"__proto__":{"polluted":true}}',
    '{"toString":1}',
    '{"length":1}',
  ],
  ...['"\\ud800"', '"\\u0000"', '"\\uD83E\\uDD8A"', '"5"', '"true"'],
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
]

/** What is no JSON at all, or none that every reader understands alike. */
const brokenJson: readonly string[] = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '"text"',
    '1',
    'true',
    '{',
    '{"',
    '{}}',
    '{},',
    '[{}]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
  ],
  ...[
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":"\t"}',
    '{"a":"\\x41"}',
    '{}\u0000',
  ],
  ...['/* a */{}', '\ufeff{}', '{"a":1}{"b":2}', '--1', 'undefined', '{"prompt":"a","prompt":', '"\\ud800"'],
]

type Fit = 'valid' | 'near' | 'odd'

/** The JSON text of a value for a schema: one that it takes, one that it just does not take, or anything. */
function jsonOf(schema: Schema, fit: Fit, draw: Draw): string {
  if (fit === 'odd') return draw.chance(0.5) ? draw.pick(oddJson) : JSON.stringify(draw.pick(oddTexts))
  const { enum: choices } = schema
  if (Array.isArray(choices)) {
    const choice: unknown = draw.pick(choices)
    return JSON.stringify(fit === 'valid' ? choice : nearChoice(choice, draw))
  }
  if (schema.type === 'integer') return String(integerOf(schema, fit, draw))
  if (schema.type === 'string') return JSON.stringify(textOf(schema, fit, draw))
  return '{}'
}

function nearChoice(choice: unknown, draw: Draw): unknown {
  if (typeof choice === 'number') return choice + draw.pick([-1, 1, 0.5, 1e-9])
  const text = String(choice)
  return draw.pick([
    text.toUpperCase(),
    `${text} `,
    ` ${text}`,
    `${text}\u0000`,
    text.slice(0, -1),
    [text],
    text + text,
  ])
}

function integerOf({ minimum, maximum }: Schema, fit: Fit, draw: Draw): number {
  const [least, most] = [Number(minimum ?? 0), Number(maximum ?? 100)]
  if (fit === 'near') return draw.pick([least - 1, most + 1, least + 0.5, -least, least - 1e-9])
  return draw.pick([least, most, least + draw.below(most - least + 1)])
}

const letters = ['a', 'Z', ' ', 'é', '漢', '🦊', '\n', '"', '\\', '%', "'"]

function textOf({ minLength, maxLength }: Schema, fit: Fit, draw: Draw): string {
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 50)]
  const inside = [least, most, least + draw.below(Math.min(most - least, 40) + 1)]
  const length = fit === 'near' ? draw.pick([Math.max(0, least - 1), most + 1]) : draw.pick(inside)
  return draw.pick(letters).repeat(length)
}

/**
 * The JSON text of a body: mostly right, with fields left out, wrong, repeated or added; sometimes no JSON at
 * all.
 */
export function bodyOf(
  document: unknown,
  bodySchema: unknown,
  known: Readonly<Record<string, readonly string[]>>,
  wildness: number,
  draw: Draw,
): string {
  if (draw.chance(wildness / 10)) return draw.pick(brokenJson)
  const schema = resolveSchema(document, bodySchema, draw)
  const required = namesOf(schema.required)
  const fields: [string, string][] = []
  for (const [name, field] of Object.entries(Object(schema.properties))) {
    if (!draw.chance(required.includes(name) ? 1 - wildness / 8 : 0.4)) continue
    const ids = known[name]
    const fit = draw.chance(wildness / 3) ? draw.pick(['near', 'odd'] as const) : 'valid'
    const isId = ids !== undefined && fit === 'valid'
    const text = isId
      ? JSON.stringify(draw.pick(ids))
      : jsonOf(resolveSchema(document, field, draw), fit, draw)
    fields.push([JSON.stringify(name), text])
  }
  while (draw.chance(wildness / 6)) {
    const name = draw.pick([
      ...oddTexts,
      ...Object.keys(Object(schema.properties)),
      'imageUrl',
      'bucket',
      'price',
    ])
    fields.push([JSON.stringify(name), jsonOf({}, 'odd', draw)])
  }
  return `{${fields.map(([name, value]) => `${name}:${value}`).join(',')}}`
}

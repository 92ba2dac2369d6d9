import type { Contract, MediaType, Schema } from './contract.ts'
import type { ReportFault } from './faults.ts'
import { followOrEmpty } from './follow.ts'
import { isEventStream, type MediaKind, mediaKind } from './media.ts'

/** What is served of the media types of one body: JSON before all else; in a response, what has its schema. */
export function servableContent(
  document: Contract,
  content: Readonly<Record<string, MediaType>>,
  { note, trail }: { readonly note: ReportFault; readonly trail: readonly string[] },
  direction: 'request' | 'response',
): Readonly<Record<string, MediaType>> {
  const entries = Object.entries(content).map(([given, media]) => {
    const schema = media.schema === undefined ? undefined : followOrEmpty<Schema>(document, media.schema)
    // Some frameworks write any type for what is JSON.
    const isAny = /^(\*|application)\/\*/.test(given) && schema !== undefined && isStructured(schema)
    const type = isAny && content['application/json'] === undefined ? 'application/json' : given
    return { type, media, schema, kind: mediaKind(type, schema) }
  })
  const [first] = [...entries].sort((left, right) => rank(left.kind) - rank(right.kind))
  if (first === undefined) return content
  const isStream = (entry: Entry) => direction === 'response' && isEventStream(entry.type)
  const kept = entries.filter((entry) => isStream(entry) || isServedBeside(first, entry, direction))
  const others = entries.filter((entry) => !kept.includes(entry)).map(({ type }) => type)
  if (others.length > 0)
    note(
      [...trail, 'content', others[0] ?? ''],
      `${others.join(' and ')} ${others.length > 1 ? 'are' : 'is'} not ${direction === 'request' ? 'read' : 'served'} beside ${first.type}`,
      `a media type is not ${direction === 'request' ? 'read' : 'served'} beside another`,
    )
  return Object.fromEntries(
    kept.map((entry) => {
      const { type, media, schema, kind } = entry
      if (isStream(entry) || kind !== 'text' || schema === undefined || schema.type === 'string')
        return [type, media]
      note(
        [...trail, 'content', type],
        `${type} is not parsed: it is passed on as text`,
        'text is not parsed',
      )
      return [type, { ...media, schema: { type: 'string' } }]
    }),
  )
}

/** Whether values of a schema are more than one text. */
function isStructured({ type, format, properties, items, allOf, anyOf, oneOf }: Schema): boolean {
  if (format === 'binary') return false
  return type === undefined
    ? [properties, items, allOf, anyOf, oneOf].some((rule) => rule !== undefined)
    : ![type].flat().includes('string')
}

function rank(kind: MediaKind): number {
  return ['json', 'multipart', 'form', 'text', 'binary'].indexOf(kind)
}

interface Entry {
  readonly type: string
  readonly media: MediaType
  readonly kind: MediaKind
}

function isServedBeside(first: Entry, other: Entry, direction: 'request' | 'response'): boolean {
  if (other === first) return true
  const isParsed = (kind: MediaKind) => kind !== 'text' && kind !== 'binary'
  if (!isParsed(first.kind)) return first.kind === other.kind
  if (!isParsed(other.kind)) return false
  const isSame = JSON.stringify(first.media.schema ?? {}) === JSON.stringify(other.media.schema ?? {})
  return direction === 'request' || (isSame && first.kind === other.kind)
}

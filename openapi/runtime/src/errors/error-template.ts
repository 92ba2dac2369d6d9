/** What an error of the edge has to say. */
export interface ErrorFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly requestId: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
}

/** A body that the contract declares for an error, with places for what the edge has to say. */
export type ErrorTemplate =
  | { readonly is: 'constant'; readonly value: unknown }
  | { readonly is: 'code' | 'status' | 'statusText' | 'requestId' | 'path' | 'time' }
  /** Followed by the details where the body has no list of them. */
  | { readonly is: 'message'; readonly withDetails: boolean; readonly charactersMax?: number }
  | { readonly is: 'object'; readonly fields: Readonly<Record<string, ErrorTemplate>> }
  /** An item for each detail; `empty` is what is there instead of no item. */
  | { readonly is: 'list'; readonly item: ErrorTemplate; readonly empty: 'omitted' | 'list' | 'one item' }
  /** As `renderError` has it. */
  | { readonly is: 'rendered' }

/** The body of an error by its template; undefined leaves a field out. */
export function filledTemplate(template: ErrorTemplate, facts: ErrorFacts, place?: string): unknown {
  switch (template.is) {
    case 'constant':
      return template.value
    case 'message':
      return messageOf(template, facts)
    case 'status':
      return facts.status
    case 'statusText':
      return String(facts.status)
    case 'path':
      return place ?? ''
    case 'time':
      return new Date().toISOString()
    case 'object':
      return filledObject(template.fields, facts, place)
    case 'list':
      return filledList(template, facts)
    case 'rendered':
      return undefined
    default:
      return facts[template.is]
  }
}

function messageOf(
  { withDetails, charactersMax }: Extract<ErrorTemplate, { is: 'message' }>,
  { message, details }: ErrorFacts,
): string {
  const places = details.map(({ path, message }) => `${path} ${message}`.trim())
  const text = withDetails && places.length > 0 ? `${message} ${places.join('; ')}` : message
  return charactersMax === undefined ? text : [...text].slice(0, charactersMax).join('')
}

function filledObject(
  fields: Readonly<Record<string, ErrorTemplate>>,
  facts: ErrorFacts,
  place: string | undefined,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = filledTemplate(field, facts, place)
    if (value !== undefined) filled[name] = value
  }
  return filled
}

function filledList(
  { item, empty }: Extract<ErrorTemplate, { is: 'list' }>,
  facts: ErrorFacts,
): unknown[] | undefined {
  if (facts.details.length > 0)
    return facts.details.map(({ path, message }) =>
      filledTemplate(item, { ...facts, message, details: [] }, path),
    )
  if (empty === 'one item') return [filledTemplate(item, facts)]
  return empty === 'list' ? [] : undefined
}

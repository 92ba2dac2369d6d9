import { quoted } from '../names.ts'
import type { ErrorForms } from '../read/error-forms.ts'
import type { DeclaredResponse, Operation } from '../read/operations.ts'
import { isBuiltIn, type Settings } from '../settings.ts'
import { importTypes } from './apis.ts'
import { sourceFile } from './banner.ts'
import { modelNames, typeText } from './type-text.ts'

/** `errors.ts`: the body of each error that an operation declares, by its status. */
export function errorBodiesFile(
  operations: readonly Operation[],
  errors: ErrorForms,
  settings: Settings,
): string {
  const declared = operations.map((operation) => ({
    id: operation.id,
    responses: operation.responses.flatMap((response) => statusesOf(operation, response)),
  }))
  const members = declared.map(({ id, responses }) => {
    const lines = responses.map(
      ({ status, kind, schema }) =>
        `    readonly ${status}: { readonly body: ${kind === 'json' ? typeText(schema ?? {}, '    ') : kind === undefined ? 'undefined' : 'string'} }\n`,
    )
    return `  readonly ${id}: {${lines.length === 0 ? '' : `\n${lines.join('')}  `}}`
  })
  const schemas = declared.flatMap(({ responses }) =>
    responses.flatMap(({ kind, schema }) => (kind === 'json' && schema !== undefined ? [schema] : [])),
  )
  return sourceFile([
    importTypes(modelNames(schemas), './models.js'),
    `/** The body of each error that an operation declares, by its status. */\nexport interface ErrorBodies {\n${members.join('\n')}\n}`,
    `/** What renderError gives: a body that the contract declares for an error of the edge. */\nexport type RenderedError = ${renderedError(operations, errors, settings)}`,
  ])
}

/** The bodies that renderError has to make; any where it makes problem details, which have been checked. */
function renderedError(operations: readonly Operation[], errors: ErrorForms, settings: Settings): string {
  const any = '{ readonly contentType: string; readonly body: unknown }'
  if (isBuiltIn(settings.errorForm)) return any
  const bodies = operations.flatMap(({ id, responses }) =>
    responses.flatMap(({ status, kind, mediaTypes, schema }) => {
      const isMade = errors.byOperation.get(id)?.[status]?.body !== undefined
      const type = kind === 'json' ? typeText(schema ?? {}, '') : 'string'
      return isMade
        ? mediaTypes.map((name) => `{ readonly contentType: ${quoted(name)}; readonly body: ${type} }`)
        : []
    }),
  )
  return bodies.length === 0 ? any : [...new Set(bodies)].join(' | ')
}

/**
 * The statuses that one response of 4XX, 5XX or default stands for, where no response of their own is
 * declared.
 */
const errorStatuses = [400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 425,
  426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 507, 508, 511].map(String) // biome-ignore format: a list

function statusesOf(operation: Operation, response: DeclaredResponse): DeclaredResponse[] {
  if (/^[45]\d\d$/.test(response.status)) return [response]
  const declared = new Set(operation.responses.map(({ status }) => status))
  const stands = errorStatuses.filter((status) => {
    const range = `${status[0]}XX`
    return (
      !declared.has(status) &&
      (response.status === range || (response.status === 'default' && !declared.has(range)))
    )
  })
  return stands.map((status) => ({ ...response, status }))
}

import type { Contract } from '../read/contract.ts'
import { record } from '../read/record.ts'
import { fromContract, type Settings } from '../settings.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { importPath } from './import-path.ts'
import { literalText } from './literal-text.ts'

/** `error-codes.ts`: the codes of the contract, of the team's own module, or of the edge. */
export function errorCodesFile(contract: Contract, { errorCodes }: Settings, folder: string): string {
  if (errorCodes === fromContract) return codesOfContract(contract)
  return sourceFile([
    errorCodes === undefined
      ? `export { type EdgeCode as ErrorCode, errorCodes } from '${runtimeModule}/errors'`
      : `export { type ErrorCode, errorCodes } from '${importPath(folder, errorCodes)}'`,
  ])
}

/**
 * The codes that a contract lists in `x-error-statuses`. A message is that of the code's examples;
 * `x-error-messages` has those that no operation shows, and `x-error-retry-after-seconds` the usual Retry-After.
 * Throws on a code without a message, or with two.
 */
function codesOfContract(contract: Contract): string {
  const messages = messagesOf(contract)
  const retryAfter = record(contract['x-error-retry-after-seconds'])
  const table = Object.entries(record(contract['x-error-statuses'])).map(([code, status]) => {
    const [message, other] = messages.get(code) ?? []
    if (message === undefined) throw new Error(`${code} has no message: no example of an error shows it`)
    if (other !== undefined) throw new Error(`${code} has two messages: "${message}" and "${other}"`)
    const retryAfterSeconds = retryAfter[code]
    return [code, { status, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }] as const
  })
  return sourceFile([
    `import type { ErrorKind } from '${runtimeModule}/errors'`,
    `/** Every error of the API: its status, and the message for people. */
export const errorCodes = ${literalText(Object.fromEntries(table), '')} as const satisfies Readonly<Record<string, ErrorKind>>`,
    'export type ErrorCode = keyof typeof errorCodes',
  ])
}

/** The distinct messages of each code. */
function messagesOf(contract: Contract): Map<string, Set<string>> {
  const examples = Object.values(record(contract.components?.examples)).map((one) => record(one).value)
  const shown = examples.map(record).filter(({ status }) => typeof status === 'number')
  const messages = new Map<string, Set<string>>()
  for (const [code, message] of [
    ...shown.map(({ code, message }) => [code, message] as const),
    ...Object.entries(record(contract['x-error-messages'])),
  ])
    if (typeof code === 'string' && typeof message === 'string')
      messages.set(code, (messages.get(code) ?? new Set()).add(message))
  return messages
}

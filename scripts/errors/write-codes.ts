// What `npm run generate` makes of openapi/errors.yaml before it reads the contract. --check compares.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'
import { contractPart } from './contract-part.ts'
import { type ErrorFacts, type Kind, readErrors } from './read-errors.ts'
import { writeGenerated } from './write-generated.ts'

const head = '// Generated from openapi/errors.yaml by `npm run generate`. Do not edit.\n'

writeGenerated(() => {
  const errors = readErrors()
  const { requests, tasks, results, uploads } = errors
  const kinds = [requests, tasks, results, uploads]
  const description = readFileSync(join(projectRoot, 'openapi/description.md'), 'utf8')
  return {
    'openapi/errors.generated.yaml': contractPart(errors, description),
    'server/playground/src/errors.generated.ts': `${head}
import type { ApiErrorCode, RemovedResult, TaskErrorCode, UploadErrorCode } from '@mediagen/sdk'
import type { Explanation } from './strings.ts'

/** The errors of the service. For a code that is not here, the page shows the message of the service. */
export const apiErrors = ${explanations(requests, (advice, { charged }) =>
      charged === 'nothing' ? `${advice} Nothing was charged.` : advice,
    )} as const satisfies Partial<Record<ApiErrorCode, Explanation>>

/** Why a task has failed. */
export const taskErrors = ${explanations(tasks, (advice) => `It was refunded in full. ${advice}`)} as const satisfies Record<TaskErrorCode, Explanation>

/** Why the result of a task that succeeded is not there any more. */
export const removedResults = ${explanations(results)} as const satisfies Record<RemovedResult['code'], Explanation>

/** Why an image cannot be used. */
export const uploadErrors = ${explanations(uploads)} as const satisfies Record<UploadErrorCode, Explanation>

/** What a person can do about a code, other than to send the request again. */
export const nextSteps = ${valuesOf(kinds, ({ next }) => next)} as const
`,
    'sdk/cli/src/errors.generated.ts': `${head}
/** What the command line advises, by code. */
export const codeHints: Readonly<Record<string, string>> = ${valuesOf(kinds, ({ cli }) => cli)}
`,
  }
})

/** Title and advice of each code that has one. */
function explanations<Facts extends ErrorFacts>(
  { codes }: Kind<Facts>,
  withMoney: (advice: string, facts: Facts) => string = (advice) => advice,
): string {
  const entries = Object.entries(codes).flatMap(([code, facts]) => {
    const { title, advice } = facts
    return advice === undefined ? [] : [[code, { title, advice: withMoney(advice, facts) }]]
  })
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}

function valuesOf(
  kinds: readonly Kind<ErrorFacts>[],
  choose: (facts: ErrorFacts) => string | undefined,
): string {
  const entries = kinds.flatMap(({ codes }) =>
    Object.entries(codes).map(([code, facts]) => [code, choose(facts)] as const),
  )
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)), null, 2)
}

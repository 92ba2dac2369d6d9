import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOverlaidProgram, type OverlaidProgram } from './support/overlaid-program.ts'

/** A mistake in a file, and the compiler's message in a file that depends on it. */
interface Mistake {
  readonly name: string
  readonly file: string
  readonly replace: readonly [text: string, by: string]
  /** Where it is reported. @default the file itself */
  readonly shownIn?: string
  readonly told: RegExp
}

const mistake = (name: string, planted: Omit<Mistake, 'name'>): Mistake => ({ name, ...planted })

const apis = 'server/src/http/operations/apis.ts'
const getAccount = 'getAccount: ({ accountId }) => useCases.getAccount(accountId),'
const app = 'server/src/http/app.ts'
const models = 'server/contract/src/generated/models.ts'
const codes = 'server/contract/src/errors/error-codes.ts'

const getTask = `      getTask: async ({ taskId, ifNoneMatch }, { accountId }) =>
        polledAnswer(await useCases.getTask(accountId, taskId), seenBy(ifNoneMatch)),
`
const replayed = "'Idempotency-Replayed': 'true' } :"

const mistakes: readonly Mistake[] = [
  mistake('a method that is missing', {
    file: apis,
    replace: [getTask, ''],
    told: /Property 'getTask' is missing .* required in type 'TasksApi'/,
  }),
  mistake('a method that the contract does not have', {
    file: apis,
    replace: [getAccount, `${getAccount} dropAccount: async () => undefined,`],
    told: /'dropAccount' does not exist in type 'AccountApi'/,
  }),
  mistake('an answer without a property', {
    file: apis,
    replace: [getAccount, "getAccount: async ({ accountId }) => ({ id: accountId, balance: '1.00' }),"],
    told: /Property 'currency' is missing/,
  }),
  mistake('an answer with an extra property', {
    file: apis,
    replace: [
      getAccount,
      "getAccount: async ({ accountId }) => ({ id: accountId, balance: '1.00', currency: 'USD', secret: 1 }),",
    ],
    shownIn: app,
    told: /'the contract has no such field': "secret"/,
  }),
  mistake('an answer with an extra nested property', {
    file: apis,
    replace: [
      'listEffects: async ({ surface }) => effects(surface),',
      'listEffects: async ({ surface }) => ({ effects: effects(surface).effects.map((one) => ({ ...one, rank: 1 })) }),',
    ],
    shownIn: app,
    told: /'the contract has no such field': "rank"/,
  }),
  mistake('a response header with another value', {
    file: apis,
    replace: [replayed, "'Idempotency-Replayed': 'yes' } :"],
    told: /"yes"' is not assignable to type '"true"/,
  }),
  mistake('a response header of another name', {
    file: apis,
    replace: [replayed, "'Idempotency-Replay': 'true' } :"],
    told: /''Idempotency-Replay'' does not exist/,
  }),
  mistake('a required response header that is left out', {
    file: 'server/contract/src/generated/images-api.ts',
    replace: ["{ 'Idempotency-Replayed'?: ", "{ 'Idempotency-Replayed': "],
    shownIn: apis,
    told: /''Idempotency-Replayed'' is optional .* but required/,
  }),
  mistake('a request field that no code reads', {
    file: models,
    replace: [
      'export interface ImageGenerationRequest {',
      'export interface ImageGenerationRequest { style?: string',
    ],
    shownIn: 'server/core/src/domain/generation/resolve-generation.ts',
    told: /does not satisfy the expected type 'Readonly<Record<string, never>>'/,
  }),
  mistake('an error code that the contract does not have', {
    file: 'server/src/use-cases/get-task.ts',
    replace: ["ServiceError('TASK_NOT_FOUND')", "ServiceError('TASK_IS_GONE')"],
    told: /'"TASK_IS_GONE"' is not assignable/,
  }),
  mistake('an error code of the contract that the service does not have', {
    file: models,
    replace: [
      "export type ApiErrorCode = 'INVALID_REQUEST'",
      "export type ApiErrorCode = 'NEW_CODE' | 'INVALID_REQUEST'",
    ],
    shownIn: codes,
    told: /NEW_CODE/,
  }),
  mistake('an error code under another status', {
    file: codes,
    replace: ['TASK_NOT_FOUND: { status: 404', 'TASK_NOT_FOUND: { status: 410'],
    told: /Type '410' is not assignable to type '404'/,
  }),
  mistake('an error code of a task that the contract does not have', {
    file: 'server/core/src/domain/task-states.ts',
    replace: ["  'INVALID_INPUT',", "  'INVALID_INPUT',\n  'ENGINE_ON_FIRE',"],
    told: /'"ENGINE_ON_FIRE"' is not assignable/,
  }),
  mistake('a field that the SDK uses under its old name', {
    file: 'sdk/src/generated/openapi.ts',
    replace: ['            uploadUrl: string;', '            putUrl: string;'],
    shownIn: 'sdk/src/uploads/upload-file.ts',
    told: /Property 'uploadUrl' does not exist/,
  }),
  mistake('an operation that the SDK calls under its old path', {
    file: 'sdk/src/generated/openapi.ts',
    replace: ['    "/api/v1/me": {', '    "/api/v1/account": {'],
    shownIn: 'sdk/src/mediagen.ts',
    told: /'"\/api\/v1\/me"' is not assignable/,
  }),
]

let program: OverlaidProgram
beforeAll(() => {
  program = createOverlaidProgram()
  expect(program.errorsIn([apis, app, codes, 'sdk/src/mediagen.ts'], {})).toEqual([])
})

describe('the compiler refuses', () => {
  test.each(mistakes)('$name', ({ file, replace: [text, by], shownIn = file, told }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(source).toContain(text)
    const errors = program.errorsIn([shownIn], { [file]: source.replace(text, by) })
    expect(errors.join('\n')).toMatch(told)
  })
})

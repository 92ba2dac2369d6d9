import { ApiError, Mediagen, TaskCancelledError, TaskFailedError, UploadRejectedError } from '@mediagen/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRecord, type Operation } from '../../openapi/checks/contract.ts'
import { contractChecker } from '../../openapi/checks/contract-check.ts'
import { sdkMethodOf } from '../../scripts/docs/reference/client-samples.ts'
import { startPrism } from '../support/prism.ts'
import type { RunningProgram } from '../support/running-program.ts'

/** Calls the SDK's method for an operation with the ids of its path and its first example of a body. */
function call(client: Mediagen, operation: Operation, id: string): Promise<unknown> {
  const { operationId, tag, parameters, requestExamples } = operation
  const names = sdkMethodOf(operationId, tag).split('.')
  const method = names.reduce((found: unknown, name) => Reflect.get(Object(found), name), client)
  if (typeof method !== 'function') throw new Error(`the SDK has no ${names.join('.')} for ${operationId}`)
  const ids = parameters.filter((parameter) => parameter.in === 'path').map(() => id)
  const bodies = ids.length === 0 ? requestExamples.slice(0, 1).map(({ value }) => value) : []
  return Reflect.apply(method, client, [...ids, ...bodies])
}

/** What a response is in the SDK's hands, where that is not the body itself. */
const listNames: Record<string, string> = { listEffects: 'effects', listExamples: 'examples' }

const { operations } = contractChecker()

let prism: RunningProgram

beforeAll(async () => {
  prism = await startPrism()
})

afterAll(() => prism.stop())

describe.each(operations)('the SDK on the mock of $operationId', (operation) => {
  const { operationId, responses } = operation

  test('understands the good response', async () => {
    const body = responses[0]?.examples[0]?.value
    const list = listNames[operationId]
    const whole = list === undefined ? body : isRecord(body) ? body[list] : undefined
    // A handle has a method of this name, which reads the task's own.
    const { cost: _, ...handle } = Object(whole)
    const expected = operation.requestExamples.length > 0 && operation.tag !== 'Uploads' ? handle : whole
    // The mock responds with the id of its example, whatever was asked for, and the SDK takes no other task.
    expect(await call(clientOf(prism), operation, idOf(body))).toMatchObject(Object(expected))
  })

  const rejections = responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, examples }) => examples.map(({ name, value }) => ({ status, name, value })))
  test.each(rejections)('makes a typed error of $status "$name"', async ({ status, name, value }) => {
    const client = clientOf(prism, `code=${status}, example=${name}`)
    const error = await call(client, operation, 'an-id').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status,
      code: isRecord(value) ? value.code : undefined,
      details: (isRecord(value) ? value.details : undefined) ?? [],
      requestId: expect.stringMatching(/./),
    })
    // A code of the contract that has a status of 5xx or a class of its own never comes out as the base
    // class.
    expect(error).not.toMatchObject({ name: 'ApiError' })
  })
})

describe('the SDK follows a task of the mock', () => {
  const tasks = operations.find(({ operationId }) => operationId === 'getTask')?.responses[0]?.examples ?? []
  const examples = tasks.map(({ name }) => name)
  const waitFor = (example: string) => {
    const id = idOf(tasks.find(({ name }) => name === example)?.value)
    return clientOf(prism, `example=${example}`).tasks.wait(id)
  }

  test.each(examples.filter((name) => name.startsWith('succeeded')))('to the files of "%s"', async (name) => {
    const task = await waitFor(name)
    expect(task.files.map(({ url, contentType }) => ({ url, contentType }))).toEqual([
      { url: expect.stringMatching(/^https?:/), contentType: expect.stringMatching(/^(image|video)\//) },
    ])
  })

  test.each(examples.filter((name) => name.startsWith('failed')))(
    'to the TaskFailedError of "%s"',
    async (name) => {
      const error = await waitFor(name).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TaskFailedError)
      expect(error).toMatchObject({ code: codeIn(name) })
    },
  )

  test('to the TaskCancelledError of "cancelled"', async () => {
    await expect(waitFor('cancelled')).rejects.toBeInstanceOf(TaskCancelledError)
  })
})

describe('the SDK waits for a task in the state that a header of the caller asks for', () => {
  const tasks = operations.find(({ operationId }) => operationId === 'getTask')?.responses[0]?.examples ?? []
  const ended = tasks.filter(({ name }) => !['queued', 'processing'].includes(name))

  test.each(ended)('as $name', async ({ name, value }) => {
    const headers = { Prefer: `example=${name}` }
    const client = new Mediagen({ apiKey: 'any', baseUrl: prism.url })
    for (const wait of [
      () => client.tasks.wait(idOf(value), { headers }),
      () => new Mediagen({ apiKey: 'any', baseUrl: prism.url, headers }).tasks.wait(idOf(value)),
    ]) {
      const outcome: unknown = await wait().catch((reason: unknown) => reason)
      const task = outcome instanceof Error && 'task' in outcome ? outcome.task : outcome
      expect(task).toMatchObject(isRecord(value) ? { status: value.status, error: value.error } : {})
    }
  })

  test('as processing, until its time is over', async () => {
    const value = tasks.find(({ name }) => name === 'processing')?.value
    const client = new Mediagen({ apiKey: 'any', baseUrl: prism.url })
    const options = { headers: { Prefer: 'example=processing' }, timeoutMs: 5_000 }
    await expect(client.tasks.wait(idOf(value), options)).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      lastTask: { status: 'PROCESSING' },
    })
  })
})

describe('the SDK uploads a file to the mock', () => {
  const png = new Uint8Array(100)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const verdicts =
    operations
      .find(({ operationId }) => operationId === 'completeUpload')
      ?.responses[0]?.examples.map(({ name }) => name) ?? []

  test('in three steps, to READY', async () => {
    await expect(clientOf(prism).uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
  })

  test.each(verdicts.filter((name) => name !== 'ready'))('and tells the verdict "%s"', async (name) => {
    const client = clientOf(prism, `example=${name}`, /\/complete$/)
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UploadRejectedError)
    expect(error).toMatchObject({
      code: name === 'expired' ? 'UPLOAD_EXPIRED' : codeIn(name),
      upload: { status: name === 'expired' ? 'EXPIRED' : 'INVALID' },
    })
  })
})

/** The id in an example. */
function idOf(example: unknown): string {
  return isRecord(example) && typeof example.id === 'string' ? example.id : 'an-id'
}

/**
 * A client of the mock that asks for one response by name, on the paths that fit. The mock has no storage, so
 * bytes that are put to the address of its example arrive nowhere, and well.
 */
function clientOf({ url }: RunningProgram, prefer?: string, paths = /./): Mediagen {
  return new Mediagen({
    apiKey: 'any',
    baseUrl: url,
    maxRetries: 0,
    async fetch(input, init) {
      const request = new Request(input, init)
      if (!request.url.startsWith(url)) return new Response()
      if (prefer !== undefined && paths.test(request.url)) request.headers.set('prefer', prefer)
      return fetch(request)
    },
  })
}

/** failedInvalidInput is the example of INVALID_INPUT, invalidFileTooLarge that of FILE_TOO_LARGE. */
function codeIn(exampleName: string): string {
  const words = exampleName.replace(/^(failed|invalid)/, '').match(/[A-Z][a-z]+/g) ?? []
  return words.join('_').toUpperCase()
}

import type { TaskErrorCode } from '@mediagen/contract/models'
import { describe, expect, test } from 'vitest'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import {
  startTestService,
  type TestAccount,
  type TestService,
  type TestServiceOptions,
} from '../support/service.ts'
import { accountsOfFile, createPreparedAccount, serviceOfFile } from './support/contract-service.ts'
import {
  generationIds,
  generationPaths,
  responseFields,
  smallestBody,
  taskErrorCodes,
} from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const generate = { prompt: 'a lighthouse' }

async function accept(account: TestAccount): Promise<string> {
  const { status, body } = await account.call('POST', generationPaths.generateImage, generate)
  expect(status).toBe(200)
  return body.id
}
const poll = async (account: TestAccount, id: string) =>
  (await account.call('GET', `/api/v1/tasks/${id}`)).body
const cancel = (account: TestAccount, id: string) => account.call('POST', `/api/v1/tasks/${id}/cancel`)

/** One task in each status, reached by real moves. */
async function taskIn(status: string, of: TestService, account: TestAccount): Promise<string> {
  if (status === 'FAILED') of.provider.mockStart({ kind: 'rejected', message: 'no such thing' })
  const id = await accept(account)
  if (status === 'CANCELLED') await cancel(account, id)
  if (status === 'PROCESSING') await of.claim()
  if (status === 'SUCCEEDED' || status === 'FAILED') await of.runQueue()
  expect((await poll(account, id)).status).toBe(status)
  return id
}

const statuses = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const

describe('a task as it is polled', () => {
  test.each(statuses)('has all of its fields while it is %s, and no others', async (status) => {
    const account = await anAccount()
    const task = await poll(account, await taskIn(status, service(), account))
    // Hints that come and go by what has ended lately, and by what the engine says.
    const isFact = (name: string) => name !== 'usualSeconds' && name !== 'progress'
    expect(Object.keys(task).filter(isFact)).toEqual(responseFields.Task.filter(isFact))
    expect(task).toMatchObject({
      id: expect.stringMatching(/^.{1,64}$/),
      type: 'image.generate',
      createdAt: time,
    })
    await service().runQueue()
  })

  test.each([
    ['QUEUED', null, null],
    ['PROCESSING', time, null],
    ['SUCCEEDED', time, time],
    ['FAILED', time, time],
    ['CANCELLED', null, time],
  ])('a task’s times follow its status: %s', async (status, startedAt, completedAt) => {
    const own = await startTestService()
    const account = await own.createAccount()
    const task = await poll(account, await taskIn(status, own, account))
    expect(task).toMatchObject({ startedAt, completedAt })
    const ordered = [task.createdAt, task.startedAt, task.completedAt].filter((at) => at !== null)
    expect(ordered).toEqual([...ordered].sort())
  })

  test('has output only after success, and error only after failure', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    for (const status of statuses) {
      const task = await poll(account, await taskIn(status, own, account))
      expect([task.output !== null, task.error !== null], status).toEqual([
        status === 'SUCCEEDED',
        status === 'FAILED',
      ])
    }
  })

  test('is QUEUED when newly accepted', async () => {
    const account = await anAccount()
    expect((await poll(account, await accept(account))).status).toBe('QUEUED')
  })
})

describe('the type and output of a task', () => {
  test.each([
    ['generateImage', 'image.generate', 'images', 'image/png'],
    ['transformImage', 'image.transform', 'images', 'image/png'],
    ['generateVideo', 'video.generate', 'videos', 'video/mp4'],
    ['transformVideo', 'video.transform', 'videos', 'video/mp4'],
  ] as const)(
    '%s makes a task of type %s with %s of url, contentType and sizeBytes',
    async (operation, type, member, contentType) => {
      expect(generationIds).toContain(operation)
      const account = await anAccount()
      const body = smallestBody(operation, account.assetId)
      const accepted = await account.call('POST', generationPaths[operation], body)
      await service().runQueue()
      const task = await poll(account, accepted.body.id)
      expect(task).toMatchObject({ type, status: 'SUCCEEDED' })
      expect(task.output).toEqual({
        [member]: [{ url: expect.stringMatching(/^http/), contentType, sizeBytes: expect.any(Number) }],
      })
    },
  )

  test('is fetched without a key, and matches its description', async () => {
    const account = await anAccount()
    const id = await taskIn('SUCCEEDED', service(), account)
    const [image] = (await poll(account, id)).output.images
    const response = await fetch(image.url)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(image.contentType)
    expect((await response.arrayBuffer()).byteLength).toBe(image.sizeBytes)
  })

  test('is not an upload: it appears under no upload’s address', async () => {
    const account = await anAccount()
    const id = await taskIn('SUCCEEDED', service(), account)
    expect((await account.call('GET', `/api/v1/uploads/${id}`)).status).toBe(404)
    expect(JSON.stringify(await poll(account, id))).not.toContain('assetId')
  })
})

describe('a result link', () => {
  const minuteMs = 60_000

  test('is valid for exactly 60 minutes; polling again returns a fresh one, because the result does not expire', async () => {
    const own = await startTestService()
    const account = await own.createAccount()
    const id = await taskIn('SUCCEEDED', own, account)
    const linkOf = async (): Promise<string> => (await poll(account, id)).output.images[0].url
    const first = await linkOf()
    own.advance(60 * minuteMs - 30_000)
    expect((await fetch(first)).status).toBe(200)
    own.advance(30_001)
    expect((await fetch(first)).status).toBe(403)
    const second = await linkOf()
    expect(second).not.toBe(first)
    expect((await fetch(second)).status).toBe(200)
    own.advance(365 * 24 * 60 * minuteMs)
    expect((await fetch(await linkOf())).status).toBe(200)
  })

  test('is signed: it is invalid for another object, time or method', async () => {
    const account = await anAccount()
    const id = await taskIn('SUCCEEDED', service(), account)
    const { url } = (await poll(account, id)).output.images[0]
    for (const forged of [
      url.replace(/signature=[^&]+/, 'signature=0'),
      url.replace(/&?signature=[^&]+/, ''),
      url.replace(/expires=\d+/, (text: string) => `${text}0`),
      url.replace(/objects\/results\//, 'objects/uploads/'),
    ])
      expect((await fetch(forged)).status).toBe(403)
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
  })
})

describe('cancelling', () => {
  test('a QUEUED task returns its id and CANCELLED, and refunds the reservation', async () => {
    const account = await service().createAccount('1.00')
    const id = await accept(account)
    expect((await account.money()).reserved).toBe('0.02')
    const response = await cancel(account, id)
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ id, status: 'CANCELLED' })
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect((await poll(account, id)).status).toBe('CANCELLED')
  })

  test.each(['PROCESSING', 'SUCCEEDED', 'FAILED'] as const)(
    'a %s task responds with 409 and changes nothing',
    async (status) => {
      const own = await startTestService()
      const account = await own.createAccount('1.00')
      const id = await taskIn(status, own, account)
      const before = [await poll(account, id), await account.money()]
      const response = await cancel(account, id)
      expect(response.status).toBe(409)
      expect(response.body.code).toBe('TASK_NOT_CANCELLABLE')
      const after = [await poll(account, id), await account.money()]
      expect(JSON.stringify(after).replaceAll(/"url":"[^"]+"/g, '')).toBe(
        JSON.stringify(before).replaceAll(/"url":"[^"]+"/g, ''),
      )
    },
  )

  test('a CANCELLED task returns the same again', async () => {
    const account = await anAccount()
    const id = await taskIn('CANCELLED', service(), account)
    const before = await account.money()
    expect((await cancel(account, id)).body).toEqual({ id, status: 'CANCELLED' })
    expect(await account.money()).toEqual(before)
  })

  test('a cancelled task never runs', async () => {
    const account = await anAccount()
    const id = await taskIn('CANCELLED', service(), account)
    await service().runQueue()
    expect((await poll(account, id)).status).toBe('CANCELLED')
    expect(service().provider.started.map(({ taskId }) => taskId)).not.toContain(id)
  })
})

describe('a task that is not the caller’s', () => {
  test.each([
    ['GET', ''],
    ['POST', '/cancel'],
  ])('%s responds exactly like one that does not exist', async (method, suffix) => {
    const [owner, stranger] = [await anAccount(), await service().createAccount()]
    const id = await accept(owner)
    const foreign = await stranger.call(method, `/api/v1/tasks/${id}${suffix}`)
    const unknown = await stranger.call(method, `/api/v1/tasks/${'0'.repeat(24)}${suffix}`)
    expect(foreign.status).toBe(404)
    expect(foreign.body.code).toBe('TASK_NOT_FOUND')
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await poll(owner, id)).status).toBe('QUEUED')
  })
})

describe('a taskId', () => {
  test.each([
    ['GET', ''],
    ['POST', '/cancel'],
  ])('%s: an id of 65 characters is rejected with 400, one of 64 is looked up', async (method, suffix) => {
    const account = await anAccount()
    const ask = (id: string) => account.call(method, `/api/v1/tasks/${id}${suffix}`)
    for (const id of ['x'.repeat(65), encodeURIComponent('🦊'.repeat(65))]) {
      const { status, body } = await ask(id)
      expect([status, body.code, body.details[0].path]).toEqual([400, 'INVALID_REQUEST', '/taskId'])
    }
    for (const id of ['x', 'x'.repeat(64), encodeURIComponent('🦊'.repeat(64))])
      expect((await ask(id)).body.code).toBe('TASK_NOT_FOUND')
  })
})

describe('the error of a FAILED task', () => {
  interface Case {
    code: TaskErrorCode
    means: string
    options?: TestServiceOptions
    arrange?: (own: TestService) => void
    /** Replaces a plain run of the queue. */
    act?: (own: TestService) => Promise<void>
  }
  const unavailable = { kind: 'unavailable', message: 'refused' } as const

  const cases: Case[] = [
    {
      code: 'INVALID_INPUT',
      means: 'the engine rejected it',
      arrange: (own) => own.provider.mockStart({ kind: 'rejected', message: 'not this' }),
    },
    {
      code: 'GENERATION_FAILED',
      means: 'it ran and produced nothing',
      arrange: (own) => own.provider.mockPoll({ kind: 'failed', code: 'GENERATION_FAILED', message: 'no' }),
    },
    {
      code: 'PROVIDER_UNAVAILABLE',
      means: 'the engine could not be reached',
      arrange: (own) => own.provider.mockStart(...Array.from({ length: 10 }, () => unavailable)),
    },
    {
      code: 'PROVIDER_SUBMIT_AMBIGUOUS',
      means: 'it is unknown whether the engine has it',
      arrange: (own) => own.provider.mockStart({ kind: 'ambiguous', message: 'cut off' }),
    },
    {
      code: 'NO_PROVIDER_CONFIGURED',
      means: 'no engine runs this type of task any more',
      act: async (own) => {
        const task = await own.claimOne()
        const { runTask } = await import('../../server/src/worker/run-task.ts')
        const providers = { ...own.run.providers, groupsFor: () => [] }
        await runTask({ ...own.run, providers }, task, new AbortController().signal)
      },
    },
    {
      code: 'WORKER_TIMEOUT',
      means: 'its attempts ran out',
      act: async (own) => {
        for (let attempt = 0; attempt < own.run.settings.attemptsMax; attempt += 1) {
          expect(await own.claim()).toHaveLength(1)
          own.advance(31_000)
          await recoverLeases(own.run)
        }
      },
    },
  ]

  test('is one of the specification’s six, and each can occur', () => {
    expect(cases.map(({ code }) => code)).toEqual(taskErrorCodes)
  })

  test.each(cases)(
    'is $code when $means; its message is a text or null, and the refund is whole',
    async ({ code, options, arrange, act }) => {
      const own = await startTestService(options)
      const account = await createPreparedAccount(own, '1.00')
      arrange?.(own)
      const id = await accept(account)
      expect((await account.money()).reserved).toBe('0.02')
      await (act ?? (() => own.runQueue()))(own)
      const task = await poll(account, id)
      expect(task).toMatchObject({ status: 'FAILED', output: null, error: { code } })
      expect([null, expect.any(String)]).toContainEqual(task.error.message)
      expect(Object.keys(task.error).sort()).toEqual(['code', 'message'])
      expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
      await own.expectBooksToAgree()
    },
  )
})

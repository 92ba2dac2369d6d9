import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Gate, GateBusyError, type GateVerdict } from '../../server/src/core/ports/gate.ts'
import { listGateChecks } from '../../server/src/database/gate-checks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { completeUpload } from '../../server/src/use-cases/uploads/complete-upload.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import {
  type Counterpart,
  type CounterpartResponse,
  startCounterpart,
} from '../engines/support/counterpart.ts'
import { openGate, plainOptions } from '../engines/support/gate.ts'
import { putFile } from '../support/account.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask } from './support/tasks.ts'

const allow = { json: { verdict: 'allow' } }
const refuse = { json: { verdict: 'refuse', reason: 'category-7' } }
/** One of the answers that are no verdict; test/engines/gates.test.ts has them all. */
const noVerdict = { status: 500 }

interface Options extends Partial<Pick<Gate, 'at' | 'onFailure' | 'products'>> {
  /** The responses of the gate, one each, and the last one from then on. */
  readonly responses: readonly CounterpartResponse[]
  readonly submission?: 'once' | 'idempotent'
  readonly options?: string
}

/** A service behind one gate at the wire, with an account. */
async function start({ responses, submission = 'once', options = plainOptions, ...gate }: Options) {
  let asked = 0
  const counterpart = await startCounterpart(() => {
    asked += 1
    return responses[asked - 1] ?? responses.at(-1) ?? allow
  })
  const entry = { url: counterpart.url, options, ...gate }
  const provider = createFakeProvider({ submission })
  const service = await startTestService({ providers: [provider], gates: [openGate(entry)] })
  return { counterpart, provider, service, account: await service.createAccount() }
}

/** The body of the first request. */
function bodyOf({ requests: [first] }: Counterpart): {
  readonly prompt?: string
  readonly upload?: string
  readonly image: string
} {
  if (first === undefined) throw new Error('The gate was not asked.')
  return JSON.parse(first.body.toString())
}

function checksOf({ database }: TestService, subjectId: string) {
  return database.read((db) => listGateChecks(db, subjectId))
}

const never = new AbortController().signal

/** The worker is gone: its lease expires and is taken back. */
async function loseWorker(service: TestService): Promise<void> {
  service.advance(31_000)
  await recoverLeases(service.run)
}

describe('a gate before the engine', () => {
  test('that allows a request lets it through, and is asked once', async () => {
    const { service, account, counterpart, provider } = await start({ responses: [allow] })
    const id = await acceptImage(account, 'a lake')
    await service.runQueue()
    await expectCharged(account, id)
    expect(counterpart.requests.map((request) => request.json())).toEqual([{ prompt: 'a lake', task: id }])
    expect(provider.started).toHaveLength(1)
    expect(await checksOf(service, id)).toMatchObject([{ gate: 'gate', stage: 'before', verdict: 'allowed' }])
    await service.expectBooksToAgree()
  })

  test('judges the very words that the engine gets; the order keeps those of its caller', async () => {
    const options = plainOptions.replace('{{prompt}}', '{{prompts}}')
    const { service, account, counterpart, provider } = await start({ responses: [allow], options })
    const words = {
      prompt: ' a na<sd_cpp_extra_args>x</sd_cpp_extra_args>ked person',
      negativePrompt: 'clo<sd_cpp_extra_args>thes',
    }
    const order = () =>
      account.call('POST', '/api/v1/images/generations', words, { 'Idempotency-Key': 'same-words' })
    const { body } = await order()
    expect((await order()).body.id).toBe(body.id)
    await service.runQueue()
    await expectCharged(account, body.id)
    expect(bodyOf(counterpart).prompt).toBe(' a naked person\nNegative prompt: clothes')
    expect(provider.started).toMatchObject([{ prompt: ' a naked person', negativePrompt: 'clothes' }])
    const { task } = await createAdministration(service.database).showTask(body.id)
    expect(task.parameters).toMatchObject(words)
  })

  test('that refuses one fails it with INVALID_INPUT and a refund; no engine gets it', async () => {
    const { service, account, provider } = await start({ responses: [refuse] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(provider.started).toEqual([])
    await service.expectBooksToAgree()
  })

  test('shows its reason to the operator, and to nobody else', async () => {
    const { service, account } = await start({ responses: [refuse] })
    const id = await acceptImage(account)
    await service.runQueue()
    const history = viewTaskHistory(await createAdministration(service.database).showTask(id))
    expect(history.gates).toMatchObject([
      { gate: 'gate', at: 'before', verdict: 'refused', reason: 'category-7' },
    ])
    expect(history.events.map(({ what }) => what)).toContain(
      'Gate gate was asked about the request: refused (category-7)',
    )
    const task = JSON.stringify(await pollTask(account, id))
    expect(task).toContain('does not comply with the content rules')
    expect(task).not.toMatch(/category-7|gate/)
  })

  test('without a verdict fails closed: refunded, to be tried again later', async () => {
    const { service, account, counterpart, provider } = await start({ responses: [noVerdict] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    expect([counterpart.requests.length, provider.started.length]).toEqual([3, 0])
    expect((await checksOf(service, id)).map(({ verdict }) => verdict)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
    await service.expectBooksToAgree()
  })

  test('without a verdict fails open if the operator chose that', async () => {
    const { service, account } = await start({ responses: [noVerdict], onFailure: 'allow' })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectCharged(account, id)
    const { events } = viewTaskHistory(await createAdministration(service.database).showTask(id))
    const unchecked = events.filter(({ what }) => what.includes('let through unchecked'))
    expect(unchecked).toHaveLength(1)
    await service.expectBooksToAgree()
  })

  test('that recovers within a moment costs the task nothing', async () => {
    const { service, account } = await start({ responses: [{ status: 503 }, allow] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectCharged(account, id)
  })

  test('gets a link with which it can fetch the input image', async () => {
    const { service, account, counterpart } = await start({ responses: [allow] })
    const uploaded = await account.upload(pngOf(40, 30), 'image/png')
    const assetId = uploaded.body.id
    const { body } = await account.call('POST', '/api/v1/images/transformations', {
      assetId,
      prompt: 'in oil',
    })
    await service.runQueue()
    await expectCharged(account, body.id)
    const { image } = bodyOf(counterpart)
    const fetched = await fetch(image)
    expect(Buffer.from(await fetched.arrayBuffer()).equals(pngOf(40, 30))).toBe(true)
  })

  test('judges the products of its list only', async () => {
    const { service, account, counterpart } = await start({
      responses: [refuse],
      products: ['video.generate'],
    })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectCharged(account, id)
    expect(counterpart.requests).toEqual([])
  })

  test('that has allowed a task is not asked again when the task waits for an engine', async () => {
    const { service, account, counterpart, provider } = await start({ responses: [allow] })
    const busy = { kind: 'unavailable', message: 'busy', retryAfterMs: 60_000 } as const
    provider.mockStart(...Array(5).fill(busy))
    const id = await acceptImage(account)
    await runTask(service.run, await service.claimOne(), never)
    expect((await pollTask(account, id)).status).toBe('PROCESSING')
    await service.runQueue()
    await expectCharged(account, id)
    expect(counterpart.requests).toHaveLength(1)
  })
})

describe('a gate after the engine', () => {
  test('that allows a result lets it through, by a link with which it can fetch it', async () => {
    const { service, account, counterpart } = await start({ responses: [allow], at: ['after'] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectCharged(account, id)
    const { image } = bodyOf(counterpart)
    expect((await fetch(image)).status).toBe(200)
  })

  test('that refuses one refunds the task, and deletes the result', async () => {
    const { service, account, provider } = await start({ responses: [refuse], at: ['after'] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(provider.started).toHaveLength(1)
    expect(await service.storedKeys('results/')).toEqual([])
    await service.expectBooksToAgree()
  })

  test('without a verdict fails closed: refunded, and the result is deleted', async () => {
    const { service, account } = await start({ responses: [noVerdict], at: ['after'] })
    const id = await acceptImage(account)
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    expect(await service.storedKeys('results/')).toEqual([])
    await service.expectBooksToAgree()
  })

  test('whose verdict on a result is known is not asked about the same bytes again, only about others', async () => {
    const { service, account, counterpart, provider } = await start({ responses: [allow], at: ['after'] })
    const id = await acceptImage(account)
    const settleWriter = { write: async () => Promise.reject(new Error('The worker dies.')) }
    await runTask({ ...service.run, settleWriter }, await service.claimOne(), never).catch(() => undefined)
    await loseWorker(service)
    await service.runQueue()
    await expectCharged(account, id)
    expect([counterpart.requests.length, provider.started.length]).toEqual([1, 1])

    const other = await acceptImage(account)
    await runTask({ ...service.run, settleWriter }, await service.claimOne(), never).catch(() => undefined)
    await loseWorker(service)
    const bytes = Buffer.from('other bytes of the same job')
    provider.mockPoll({ kind: 'succeeded', outputs: [{ contentType: 'image/png', bytes }] })
    await service.runQueue()
    expect((await checksOf(service, other)).map(({ verdict }) => verdict)).toEqual(['allowed', 'allowed'])
    expect(counterpart.requests).toHaveLength(3)
  })
})

describe('a gate of uploads', () => {
  async function complete(response: readonly CounterpartResponse[], onFailure: Gate['onFailure'] = 'refuse') {
    const started = await start({ responses: response, at: ['upload'], onFailure })
    const { account, service } = started
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    return {
      ...started,
      reserved,
      completed: await account.complete(reserved.id),
      inputs: () => service.storedKeys('inputs/'),
    }
  }

  test('that allows one makes it READY, by a link with which it can fetch it', async () => {
    const { completed, counterpart, reserved } = await complete([allow])
    expect(completed.body).toMatchObject({ status: 'READY', width: 40, height: 30 })
    const { upload, image } = bodyOf(counterpart)
    expect(upload).toBe(reserved.id)
    expect((await fetch(image)).status).toBe(200)
  })

  test('that refuses one makes it INVALID with CONTENT_REFUSED, for good, and leaves no bytes', async () => {
    const { completed, account, reserved, inputs, counterpart, service } = await complete([refuse, allow])
    expect(completed.body).toMatchObject({ status: 'INVALID', error: { code: 'CONTENT_REFUSED' } })
    expect(JSON.stringify(completed.body)).not.toContain('category-7')
    expect((await account.complete(reserved.id)).body).toEqual(completed.body)
    expect(counterpart.requests).toHaveLength(1)
    expect(await inputs()).toEqual([])
    expect(await service.storedKeys('uploads/')).toEqual([])
    expect(await checksOf(service, reserved.id)).toMatchObject([{ stage: 'upload', reason: 'category-7' }])
  })

  test('without a verdict leaves it PENDING with 503, and the call can be repeated', async () => {
    const { completed, account, reserved, inputs, service } = await complete([noVerdict, allow])
    expect(completed).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
    expect((await account.call('GET', `/api/v1/uploads/${reserved.id}`)).body.status).toBe('PENDING')
    expect(await inputs()).toEqual([])
    service.advance(5_000)
    expect((await account.complete(reserved.id)).body.status).toBe('READY')
  })

  test('that gives no verdict is not asked again for some seconds, twice as long each time; then it is', async () => {
    const { completed, account, reserved, counterpart, service } = await complete([{ status: 400 }])
    expect(completed.headers.get('Retry-After')).toBe('5')
    const repeat = async () => {
      const { status, headers } = await account.complete(reserved.id)
      return [status, headers.get('Retry-After'), counterpart.requests.length]
    }
    await putFile(reserved.uploadUrl, pngOf(50, 30))
    service.advance(2_000)
    const sooner = expect.stringMatching(/^[1-3]$/)
    expect([await repeat(), await repeat()]).toEqual([
      [503, sooner, 1],
      [503, sooner, 1],
    ])
    service.advance(3_000)
    expect(await repeat()).toEqual([503, '5', 2])
    service.advance(5_000)
    expect(await repeat()).toEqual([503, expect.stringMatching(/^[1-5]$/), 2])
    for (let failures = 3; failures < 17; failures += 1) {
      service.advance(60_000)
      expect(await repeat()).toEqual([503, '5', failures])
    }
  })

  test('without a verdict fails open if the operator chose that', async () => {
    expect((await complete([noVerdict], 'allow')).completed.body.status).toBe('READY')
  })

  test('with too many uploads before this one leaves it PENDING with 503, whatever the operator chose for failures, and is asked at the next call', async () => {
    for (const onFailure of ['refuse', 'allow'] as const) {
      const { url } = await startCounterpart(() => allow)
      const gate = openGate({ url, options: plainOptions, at: ['upload'], onFailure })
      let isBusy = true
      const busy: Gate = {
        ...gate,
        ask: (...given) =>
          isBusy ? Promise.reject(new GateBusyError('too many requests')) : gate.ask(...given),
      }
      const service = await startTestService({ gates: [busy] })
      const account = await service.createAccount()
      const { id, uploadUrl } = await account.reserve()
      await putFile(uploadUrl, pngOf(40, 30))
      expect(await account.complete(id)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
      expect((await account.call('GET', `/api/v1/uploads/${id}`)).body.status).toBe('PENDING')
      expect(await service.storedKeys('inputs/')).toEqual([])
      isBusy = false
      expect((await account.complete(id)).body.status).toBe('READY')
    }
  })

  test('is asked about every copy of a file, because a store may give other bytes the same version', async () => {
    const { account, service, counterpart } = await start({
      responses: [allow, allow, refuse],
      at: ['upload'],
    })
    const reserved = await account.reserve()
    await putFile(reserved.uploadUrl, pngOf(40, 30))
    const { database } = service.parts
    const dying = { ...service.parts, database: { ...database, transaction: failAtVerdict(database) } }
    const parts = { ...dying, uploadLimits: service.parts.config.uploadLimits }
    for (let times = 0; times < 2; times += 1)
      await expect(completeUpload(parts, account.accountId, reserved.id)).rejects.toThrow('dies')
    expect(counterpart.requests).toHaveLength(2)
    expect((await account.complete(reserved.id)).body).toMatchObject({ error: { code: 'CONTENT_REFUSED' } })
    expect(counterpart.requests).toHaveLength(3)
  })
})

/** Lets the transactions of the intents through, and dies in that of the upload's status. */
function failAtVerdict(database: TestService['database']): TestService['database']['transaction'] {
  return (work) =>
    database.transaction(async (tx) => {
      const done = await work(tx)
      if (done === 'written') throw new Error('The process dies.')
      return done
    })
}

test('a reload puts the gates of the new file in force; an invalid file changes nothing', async () => {
  const { url } = await startCounterpart(() => refuse)
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-gates-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'providers.yaml')
  const write = (gates: string) =>
    writeFile(
      path,
      `providers: [{ name: engine, kind: sdapi, url: '${url}' }]
routes: [{ product: image.generate, providers: [engine] }]
gates: ${gates}`,
    )
  await write('[]')
  const { parts, run, ...service } = await startTestService({ environment: { PROVIDERS_FILE: path } })
  const names = () => parts.gates.list().map(({ name }) => name)
  expect(names()).toEqual([])
  const options = `{ request: { path: /, json: {} }, verdict: { pointer: verdict, allow: [allow], refuse: [refuse] } }`
  await write(`[{ name: new, at: [before], url: '${url}', options: ${options} }]`)
  await parts.reloadProviders()
  expect(names()).toEqual(['new'])
  await write(`[{ name: broken, at: [before], url: '${url}' }]`)
  await expect(parts.reloadProviders()).rejects.toThrow('"gates[0].options" is required')
  expect(names()).toEqual(['new'])
  const account = await service.createAccount()
  const id = await acceptImage(account)
  await runTask(run, await service.claimOne(), never)
  await expectRefunded(account, id, 'INVALID_INPUT')
})

test('without gates no statement of a task or an upload is about them', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  await service.database.transaction(({ db }) => sql`drop table gate_checks`.execute(db))
  await account.upload(pngOf(40, 30), 'image/png')
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
})

test('the intent is recorded before the gate is asked, and a repetition after a crash is logged', async () => {
  const { service, account, counterpart } = await start({ responses: [allow] })
  const id = await acceptImage(account)
  const task = await service.claimOne()
  const dying: Gate = {
    ...openGate({ url: counterpart.url, options: plainOptions }),
    ask: async (): Promise<GateVerdict> => {
      expect(await checksOf(service, id)).toMatchObject([{ verdict: undefined, answeredAtMs: undefined }])
      throw new Error('The process dies.')
    },
  }
  await runTask({ ...service.run, gates: { ...service.parts.gates, forTask: () => [dying] } }, task, never)
  const warnings: unknown[] = []
  const logger = { ...service.run.logger, warn: (...line: unknown[]) => void warnings.push(line.at(-1)) }
  await runTask({ ...service.run, logger }, await service.claimOne(), never)
  await expectCharged(account, id)
  expect(warnings).toEqual(['gate is asked again: the verdict of an earlier request is not known'])
  const { gates, events } = viewTaskHistory(await createAdministration(service.database).showTask(id))
  expect(gates).toMatchObject([
    { verdict: null, isRepetition: false },
    { verdict: 'allowed', isRepetition: true },
  ])
  expect(events.map(({ what }) => what)).toContain('Gate gate was asked again about the request: allowed')
})

import { Agent, get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServiceOfFile } from '../support/service.ts'
import { isFull } from './support/full.ts'

/** Pairs per run, distinguished by which is requested first; a block's medians give one difference. */
const blocks = 40
const pairsPerBlock = 100
/** The difference that a nearby attacker could measure within a day, and how certain it must be to count. */
const differenceUsMax = 10
const deviationsMax = 5

interface Question {
  readonly path: string
  readonly apiKey?: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const questions: Record<string, readonly [Question, Question]> = {}
const service = await openServiceOfFile()
beforeAll(async () => {
  const [own, other] = [await service.createAccount(), await service.createAccount()]
  const png = { contentType: 'image/png', bytes: Buffer.from('the bytes of a result') }
  service.provider.mockPoll({ kind: 'succeeded', outputs: [png] })
  const { body: task } = await other.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })
  await service.runQueue()
  const { body: upload } = await other.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  const { body: done } = await other.call('GET', `/api/v1/tasks/${task.id}`)
  const link = new URL(done.output.images[0].url)
  const target = link.pathname + link.search
  const signature = /([?&](?:signature|sig)[^=]*=)([^&]+)/i.exec(target)?.[2] ?? ''
  expect(signature.length).toBeGreaterThan(20)
  const withSignature = (text: string) => target.replace(signature, text)
  const changed = (text: string, at: number) =>
    text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1)
  const missing = (id: string) => changed(id, id.length - 1)
  const key = other.apiKey

  questions['a key whose end is wrong and one whose beginning is'] = [
    { path: '/api/v1/account', apiKey: changed(key, key.length - 1) },
    { path: '/api/v1/account', apiKey: changed(key, key.length - 20) },
  ]
  questions['a task of another account and one that there is not'] = [
    { path: `/api/v1/tasks/${task.id}`, apiKey: own.apiKey },
    { path: `/api/v1/tasks/${missing(task.id)}`, apiKey: own.apiKey },
  ]
  questions['an upload of another account and one that there is not'] = [
    { path: `/api/v1/uploads/${upload.id}`, apiKey: own.apiKey },
    { path: `/api/v1/uploads/${missing(upload.id)}`, apiKey: own.apiKey },
  ]
  questions['a signature whose end is wrong and one whose beginning is'] = [
    { path: withSignature(changed(signature, signature.length - 2)) },
    { path: withSignature(changed(signature, 0)) },
  ]
  const forged = withSignature(changed(signature, 0))
  questions['a forged link to a file that there is and to one that there is not'] = [
    { path: forged },
    { path: forged.replace(/\.png\?/, 'x.png?') },
  ]
})
afterAll(async () => {
  agent.destroy()
})

function ask({ path, apiKey }: Question): Promise<{ status: number; us: number }> {
  return new Promise((resolve, reject) => {
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
    const startedAt = process.hrtime.bigint()
    get(service.baseUrl + path, { agent, headers }, (response) => {
      response.resume().on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          us: Number(process.hrtime.bigint() - startedAt) / 1_000,
        })
      })
    }).on('error', reject)
  })
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * How much longer the first takes: the mean over all blocks, and its distance from zero in standard errors.
 */
async function compare(first: Question, second: Question): Promise<{ us: number; deviations: number }> {
  const differences: number[] = []
  for (let block = -2; block < blocks; block += 1) {
    const [a, b]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < pairsPerBlock; pair += 1) {
      const isReversed = pair % 2 === 1
      const one = await ask(isReversed ? second : first)
      const two = await ask(isReversed ? first : second)
      expect(one.status).toBe(two.status)
      a.push((isReversed ? two : one).us)
      b.push((isReversed ? one : two).us)
    }
    // The first blocks are warm-up.
    if (block >= 0) differences.push(median(a) - median(b))
  }
  const mean = differences.reduce((sum, value) => sum + value, 0) / blocks
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (blocks - 1)
  return { us: mean, deviations: Math.abs(mean) / Math.sqrt(variance / blocks) }
}

// Only with --full: times are meaningful only on an idle machine.
describe.skipIf(!isFull)('the time of a rejection does not reveal', () => {
  test.each([
    'a key whose end is wrong and one whose beginning is',
    'a task of another account and one that there is not',
    'an upload of another account and one that there is not',
    'a signature whose end is wrong and one whose beginning is',
    'a forged link to a file that there is and to one that there is not',
  ])(
    '%s apart',
    async (name) => {
      const [first, second] = questions[name] ?? []
      if (first === undefined || second === undefined) throw new Error(`no such pair: ${name}`)
      const { us, deviations } = await compare(first, second)
      process.stdout.write(`${name}: ${us.toFixed(1)} µs apart, ${deviations.toFixed(1)} standard errors\n`)
      expect(Math.abs(us) < differenceUsMax || deviations < deviationsMax).toBe(true)
    },
    300_000,
  )
})

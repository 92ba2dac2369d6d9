import { describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/checks/contract.ts'
import { waitSecondsOf } from '../../server/src/http/operations/prefer.ts'
import { type Exchange, exchange, headerOf } from '../support/raw-exchange.ts'
import { runNumber } from '../support/run-option.ts'
import { openServiceOfFile } from '../support/service.ts'
import { drawOf } from './support/draw.ts'
import { drawRequest } from './support/draw-request.ts'
import { type HostileRequest, reduce, toBytes } from './support/hostile-request.ts'
import { judgeExchange, pathOf } from './support/judge.ts'
import { createWorld, type Money, totalMoney, type World } from './support/world.ts'

const requestCount = runNumber('requests', 5_000)
const seed = runNumber('seed', Date.now() % 2 ** 32)
/** The number of the first exchange, to see one of a longer run again. */
const first = runNumber('first', 0)
/** An account may request 60 generations a minute. With fewer than that no limit hides the fuzz. */
const generationsPerAccount = 50
/** Failures that are minimised and reported before a run is aborted. */
const failuresMax = 5
/** A fuzz that is always rejected, or never, has tried one side only. */
const bothSides = [200, 206, 304, 400, 401, 403, 404, 405, 409, 412, 415]
const generationPath = /^\/api\/v1\/(images|videos)\/(generations|transformations)$/

const service = await openServiceOfFile()
const sources = { document: readContract(), pages: await pagesOf() }

async function pagesOf(): Promise<string[]> {
  const response = await fetch(`${service.baseUrl}/api/v1/examples`)
  const { examples } = (await response.json()) as { examples: { input: { assetId: string } }[] }
  const files = examples.slice(0, 3).map(({ input }) => `/gallery/files/${input.assetId}`)
  const docs = ['/api/docs', '/api/docs/', '/api/docs/generateImage', '/api/spec.json', '/openapi.json']
  const sized = files.flatMap((file) => [`${file}?width=480`, `${file}?width=5000`])
  const pages = ['/gallery', '/gallery/page.css', '/status']
  return [...files, ...sized, ...docs, ...pages, '/healthz', '/readyz', '/metrics']
}

const send = (requests: readonly HostileRequest[]): Promise<Exchange> =>
  exchange(Buffer.concat(requests.map(toBytes)), {
    port: Number(new URL(service.baseUrl).port),
    methods: requests.map(({ method }) => method),
    halfCloses: requests.some((request) => request.isShort || asksToBeHeld(request)),
  })

/** Held for up to 30 seconds, unless the client ends its side. */
const asksToBeHeld = ({ headers }: HostileRequest): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'prefer' && waitSecondsOf(value) > 0)

/** Sends the requests on one connection, and finds forbidden responses and ledger changes. */
async function faultsOf(
  requests: readonly HostileRequest[],
  before: Money,
): Promise<{ faults: string[]; seen: Exchange; after: Money }> {
  const seen = await send(requests)
  const after = await totalMoney(service)
  const reserved = after.reserved - before.reserved
  const isNew = (at: number) =>
    headerOf(seen.responses[at] ?? { headers: [] }, 'idempotency-replayed') === undefined
  const succeeded = requests.filter((_request, at) => seen.responses[at]?.status === 200 && isNew(at))
  const accepted = succeeded.filter(
    ({ target, method }) => method === 'POST' && generationPath.test(pathOf(target)),
  )
  const cancelled = succeeded.filter(({ target }) => pathOf(target).endsWith('/cancel'))
  const faults = judgeExchange(requests, seen)
  if (after.balance + after.reserved !== before.balance + before.reserved)
    faults.push('money appeared or vanished')
  if (reserved > 0n && accepted.length === 0)
    faults.push(`${reserved} micro-dollars are reserved by a rejection`)
  if (reserved < 0n && cancelled.length === 0)
    faults.push(`${-reserved} micro-dollars are released by a rejection`)
  if (reserved <= 0n && accepted.length > 0 && cancelled.length === 0)
    faults.push('a generation was accepted and nothing is reserved for it')
  return { faults, seen, after }
}

/** One to three requests on one connection, mostly one. */
function drawExchange(world: World, number: number): HostileRequest[] {
  const draw = drawOf(seed, number)
  const count = draw.pick([1, 1, 1, 1, 2, 3])
  const requests = Array.from({ length: count }, () => drawRequest(sources, world, draw))
  // Whatever follows a request whose end is unclear could be read as its body.
  const unclear = requests.findIndex((request) => request.isBroken)
  return unclear === -1 ? requests : requests.slice(0, unclear + 1)
}

async function reportOf(
  requests: readonly HostileRequest[],
  number: number,
  faults: string[],
): Promise<string> {
  const fails = async (candidate: readonly HostileRequest[]) =>
    (await faultsOf(candidate, await totalMoney(service))).faults.length > 0
  const isAgain = await fails(requests)
  const smallest = isAgain ? await reduce(requests, fails) : requests
  return [
    `exchange ${number}: ${faults.join('; ')}`,
    `  again: npm run hostile -- --seed ${seed} --first ${number} --requests 1${isAgain ? '' : ' (not on its own)'}`,
    `  bytes: ${JSON.stringify(Buffer.concat(smallest.map(toBytes)).toString('latin1'))}`,
  ].join('\n')
}

describe(`requests of every kind, right and wrong (--seed ${seed})`, () => {
  test(
    `${requestCount} of them get no 5xx, no silence and no response that violates the contract, and no rejection moves money`,
    async () => {
      const statuses = new Map<number, number>()
      const failures: string[] = []
      let world = await createWorld(service)
      let money = await totalMoney(service)
      let generations = 0
      let sent = 0
      let accounts = 1
      for (let number = first; sent < requestCount && failures.length < failuresMax; number += 1) {
        if (generations >= generationsPerAccount) {
          world = await createWorld(service)
          money = await totalMoney(service)
          accounts += 1
          generations = 0
        }
        const requests = drawExchange(world, number)
        sent += requests.length
        generations += requests.filter(({ target }) => generationPath.test(pathOf(target))).length
        const { faults, seen, after } = await faultsOf(requests, money)
        money = after
        for (const { status } of seen.responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (faults.length === 0) continue
        failures.push(await reportOf(requests, number, faults))
        money = await totalMoney(service)
      }
      await service.runQueue()
      await service.expectBooksToAgree()
      const { reserved } = await totalMoney(service)
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
      process.stdout.write(
        `hostile requests: seed ${seed}, ${sent} sent by ${accounts} accounts, got ${counts.join(', ')}\n`,
      )
      expect(failures.join('\n')).toBe('')
      expect(reserved).toBe(0n)
      if (requestCount >= 5_000) expect([...statuses.keys()]).toEqual(expect.arrayContaining(bothSides))
    },
    120_000 + requestCount * 20,
  )
})

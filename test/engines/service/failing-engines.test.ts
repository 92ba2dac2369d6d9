import { describe, expect, test } from 'vitest'
import { setSubmission } from '../../../server/src/database/tasks/tasks.ts'
import { makeJob } from '../../../server/src/worker/make-job.ts'
import { recoverLeases } from '../../../server/src/worker/recover-leases.ts'
import type { Fault } from '../stand-ins/faults.ts'
import { type EngineName, enginesOf } from './support/engine-park.ts'
import { firstAndSecond } from './support/first-and-second.ts'
import { order } from './support/orders.ts'

const prompt = 'a lighthouse'
const imagers = enginesOf('image.generate')

function startFault(fault: Omit<Fault & { do: 'status' }, 'on' | 'do'>): Fault {
  return { on: 'start', do: 'status', ...fault }
}

/** Every adapter reports these alike, as the conformance kit asks of it; what becomes of the task is the worker's. */
describe('the first engine', () => {
  const start = () => firstAndSecond('image.generate', 'comfyui')

  test('that is down: the second generates the image, and the first has nothing', async () => {
    const { park, run } = await start()
    await park.engines.comfyui.close()
    expect(await run(prompt)).toMatchObject({ status: 'SUCCEEDED', taken: [0, 1] })
  })

  test.each([{ status: 503 }, { status: 429 }, { status: 429, retryAfterSeconds: 2, times: 2 }])(
    'that responds with %j: the second generates the image',
    async (fault) => {
      const { park, run } = await start()
      park.engines.comfyui.tell({ faults: [startFault(fault)] })
      expect(await run(prompt)).toMatchObject({ status: 'SUCCEEDED', taken: [0, 1] })
    },
  )

  test('that is slow generates the image once', async () => {
    const { park, run } = await start()
    park.engines.comfyui.tell({ looks: 3, faults: [{ on: 'start', do: 'slow', ms: 200 }] })
    expect(await run(prompt)).toMatchObject({ status: 'SUCCEEDED', taken: [1, 0] })
  })

  test.each(['html', 'empty', 'truncated'] as const)(
    'that returns a file that is %s: refunded with GENERATION_FAILED, paid once at most',
    async (lie) => {
      const { park, run } = await start()
      park.engines.comfyui.tell({ faults: [{ on: 'result', do: lie }] })
      expect(await run(prompt)).toEqual({ status: 'FAILED', code: 'GENERATION_FAILED', taken: [1, 0] })
    },
  )
})

const found = { status: 'SUCCEEDED', code: undefined, taken: [1, 0] }
const ambiguous = (taken: number) => ({
  status: 'FAILED',
  code: 'PROVIDER_SUBMIT_AMBIGUOUS',
  taken: [taken, 0],
})
/** The image is repeated at the operator's own hardware, which costs nothing. */
const repeated = { status: 'SUCCEEDED', code: undefined, taken: [2, 0] }

/** How a task ends whose response was lost after the engine took it, and if the engine never took it. */
const endings: Readonly<Record<EngineName, { taken: object; untaken: object } | undefined>> = {
  'openai-images': { taken: ambiguous(1), untaken: ambiguous(0) },
  gemini: { taken: ambiguous(1), untaken: ambiguous(0) },
  sdapi: { taken: repeated, untaken: found },
  comfyui: { taken: found, untaken: found },
  // Lists that may lag behind only prove presence.
  replicate: { taken: found, untaken: ambiguous(0) },
  fal: { taken: found, untaken: ambiguous(0) },
  own: { taken: found, untaken: ambiguous(0) },
  sdcpp: undefined,
}

describe.each(imagers)('a start at %s whose response is lost', (name) => {
  test('after the engine took the job is never paid twice', async () => {
    const { park, run } = await firstAndSecond('image.generate', name)
    park.engines[name].tell({ faults: [{ on: 'start', do: 'resetAfter', times: 1 }] })
    expect(await run(prompt)).toEqual(endings[name]?.taken)
  })

  test('to a gateway that responds with 502 is never paid twice', async () => {
    const { park, run } = await firstAndSecond('image.generate', name)
    park.engines[name].tell({ faults: [startFault({ status: 502, isTaken: true, times: 1 })] })
    expect(await run(prompt)).toEqual(endings[name]?.taken)
  })

  test('before the engine took the job is repeated only if that is proven', async () => {
    const { park, run } = await firstAndSecond('image.generate', name)
    park.engines[name].tell({ faults: [{ on: 'start', do: 'resetBefore', times: 1 }] })
    expect(await run(prompt)).toEqual(endings[name]?.untaken)
  })

  test('because its worker was killed before saving the job is never paid twice', async () => {
    const { park, service, account } = await firstAndSecond('image.generate', name)
    const id = await order(account, 'image.generate', prompt)
    const [task] = await service.claim(1)
    const provider = service.parts.providers.find(name)
    if (task === undefined || provider === undefined) throw new Error('There is no task or no engine.')
    await service.database.transaction((tx) => setSubmission(tx, task, { kind: 'intended', provider: name }))
    const never = new AbortController().signal
    await provider.start(makeJob(service.run, task, never), never)
    service.advance(31_000)
    await recoverLeases(service.run)
    await service.runQueue()
    const { body } = await account.call('GET', `/api/v1/tasks/${id}`)
    const { [name]: taken = 0, ...others } = park.submissionsOf(prompt)
    expect({ status: body.status, code: body.error?.code, taken: [taken, 0] }).toEqual(endings[name]?.taken)
    expect(others).toEqual({})
    await service.expectBooksToAgree()
  })
})

test.each(['openai-images', 'gemini'] as const)(
  'an image of %s that exceeds the engine’s time limit is refunded, and no other engine is tried',
  async (name) => {
    const { park, run } = await firstAndSecond('image.generate', name, {
      [name]: { timeoutSeconds: 1 },
    })
    park.engines[name].tell({ faults: [{ on: 'start', do: 'slow', ms: 5_000 }] })
    expect(await run(prompt)).toEqual(ambiguous(1))
  },
)

describe.each(enginesOf('video.generate'))('%s, restarted with its jobs lost', (name) => {
  const isProven = name === 'comfyui'

  test(`${isProven ? 'generates the video again, because the loss is proven' : 'refunds with GENERATION_FAILED and does not start again'}`, async () => {
    const { park, run } = await firstAndSecond('video.generate', name)
    park.engines[name].tell({ faults: [{ on: 'look', do: 'lose', times: 1 }] })
    expect(await run(prompt)).toEqual(
      isProven
        ? { status: 'SUCCEEDED', code: undefined, taken: [2, 0] }
        : { status: 'FAILED', code: 'GENERATION_FAILED', taken: [1, 0] },
    )
  })
})

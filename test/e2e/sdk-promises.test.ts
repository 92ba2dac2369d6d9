import { readFile } from 'node:fs/promises'
import { fromPath, Mediagen, UploadRejectedError } from '@mediagen/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMachine, type Machine } from './support/service-process.ts'

describe('the SDK and a real service', () => {
  let machine: Machine
  let account: { accountId: string; apiKey: string }

  beforeAll(async () => {
    machine = await createMachine({}, { quickEngine: true })
    await machine.start('serve')
    account = await admin('create-account', '--balance', '10.00')
  })
  afterAll(() => machine?.remove())

  const admin = async (...command: string[]) =>
    JSON.parse((await machine.run(['admin', ...command, '--json'])).output)

  const clientOf = (fetch?: typeof globalThis.fetch) => {
    return new Mediagen({ baseUrl: machine.baseUrl, apiKey: account.apiKey, fetch })
  }
  const statement = (): Promise<{ tasks: Record<string, number> }> => admin('show-account', account.accountId)
  const countTasks = async () => {
    const { tasks } = await statement()
    return Object.values(tasks).reduce((sum, count) => sum + count, 0)
  }

  test('make one task and one reservation of a generation whose response is lost twice after it was accepted', async () => {
    const before = await countTasks()
    const { balance } = await clientOf().account()
    let losses = 2
    const client = clientOf(async (input, init) => {
      const response = await fetch(input, init)
      if (!/generations$/.test(response.url) || losses === 0) return response
      losses -= 1
      throw new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
    })
    const generation = await client.images.generate({ prompt: 'a lighthouse' })
    expect(losses).toBe(0)
    expect(generation.replayed).toBe(true)
    const { amount } = await generation.cost()
    expect(await countTasks()).toBe(before + 1)
    const left = (await client.account()).balance
    expect(cents(balance) - cents(left)).toBe(cents(amount))
  })

  test('make one task for a content key from two clients', async () => {
    const request = { prompt: 'the cover of book 1001' }
    const first = await clientOf().images.generate(request, { dedupe: 'content' })
    const second = await clientOf().images.generate(request, { dedupe: 'content' })
    expect(second).toMatchObject({ id: first.id, replayed: true, idempotencyKey: first.idempotencyKey })
  })

  test('detect the type of an image, and upload the same bytes once', async () => {
    const client = clientOf()
    const result = await (await client.images.generate({ prompt: 'a fox' })).wait()
    const png = await result.download()
    const misnamed = new File([png], 'photo.jpg', { type: 'image/jpeg' })
    const upload = await client.uploads.file(misnamed)
    expect(upload).toMatchObject({ status: 'READY', contentType: 'image/png', sizeBytes: png.length })
    await expect(client.uploads.file(png)).resolves.toMatchObject({ id: upload.id })
  })

  test('report the progress of an upload', async () => {
    const photo = new URL('../../examples/basics/photo.jpg', import.meta.url)
    const { length } = await readFile(photo)
    const seen: number[] = []
    await clientOf().uploads.file(fromPath(photo), { onProgress: ({ sentBytes }) => seen.push(sentBytes) })
    expect(seen[0]).toBe(0)
    expect(seen.at(-1)).toBe(length)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  })

  test('resume a download that breaks off, by the strong ETag of the same file, and use nothing of another response', async () => {
    const ranges: (readonly [string | null, string | null, number])[] = []
    let faults = 0
    const client = clientOf(async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).includes('/objects/')) return response
      const { headers } = new Request(input, init)
      ranges.push([headers.get('range'), headers.get('if-range'), response.status])
      faults += 1
      if (faults === 1) return new Response(cutAfter(response, 1000), response)
      if (faults === 2) return new Response('<p>Log in</p>', { headers: { 'content-type': 'text/html' } })
      return response
    })
    const result = await (await client.images.generate({ prompt: 'an owl' })).wait()
    const whole = new Uint8Array(await (await fetch(result.files[0]?.url ?? '')).arrayBuffer())
    expect(Buffer.compare(await result.download(), whole)).toBe(0)
    const etag = (await fetch(result.files[0]?.url ?? '')).headers.get('etag')
    expect(etag).toMatch(/^"/)
    expect(ranges).toEqual([
      [null, null, 200],
      ['bytes=1000-', etag, 206],
      ['bytes=1000-', etag, 206],
    ])
  })

  test('reject locally what the service would reject, and create nothing there', async () => {
    const before = await countTasks()
    const large = new Uint8Array(21 * 1024 * 1024)
    large.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    await expect(clientOf().images.transform({ file: large, prompt: 'x' })).rejects.toThrow(
      UploadRejectedError,
    )
    const dear = clientOf().videos.generate({ prompt: 'x' }, { maxCost: '0.01' })
    await expect(dear).rejects.toMatchObject({ name: 'CostLimitError' })
    const beyond = { resolution: '1080p', durationSeconds: 15 } as const
    const poor = await machine.createAccount('0.01')
    const client = new Mediagen({ baseUrl: machine.baseUrl, apiKey: poor.apiKey })
    await expect(
      client.videos.generate({ prompt: 'x', ...beyond }, { checkBalance: true }),
    ).rejects.toMatchObject({ name: 'InsufficientBalanceError', code: 'INSUFFICIENT_BALANCE' })
    expect(await countTasks()).toBe(before)
  })
})

/** The first bytes of a response, after which its connection breaks. */
function cutAfter({ body }: Response, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (left === 0) return controller.error(new Error('read ECONNRESET'))
      controller.enqueue(chunk.subarray(0, left))
      left -= Math.min(left, chunk.length)
    },
    flush: (controller) => controller.error(new Error('read ECONNRESET')),
  })
  if (body === null) throw new Error('There is no body')
  return body.pipeThrough(cut)
}

/** Every price of the default list is a whole number of cents or of tenths of them. */
function cents(amount: string): number {
  return Math.round(Number(amount) * 1000) / 10
}

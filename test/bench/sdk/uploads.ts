import { createReadStream } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Behaviour, countOf, type Measured, withStandIn } from './behaviours.ts'
import type { SdkClient, SdkUnderTest } from './sdk-under-test.ts'
import { settle } from './settle.ts'
import type { SeenRequest, StandIn } from './stand-in.ts'

export const uploadBehaviours: readonly Behaviour[] = [
  {
    what: 'a Blob typed image/jpeg that holds a PNG: uploaded as',
    promised: 'image/png',
    measure: (sdk) => withStandIn(sdk, {}, measureType),
  },
  {
    what: 'an upload whose bytes get a 500 the first time',
    promised: 'sent again, resolves',
    measure: measureBrokenUpload,
  },
  {
    what: 'what an upload may be given',
    promised: 'all of ours',
    measure: measureInputs,
  },
]

async function makePng() {
  const create = { width: 32, height: 32, channels: 3, background: '#369' } as const
  return sharp({ create }).png().toBuffer()
}

async function measureType({ upload }: SdkClient, standIn: StandIn): Promise<Measured | undefined> {
  if (upload === undefined) return undefined
  const { isRejected, text } = await settle(upload(new Blob([await makePng()], { type: 'image/jpeg' })))
  const [request] = standIn.of('upload')
  if (request === undefined) return { text }
  const declared = /"content_?type":\s*"([^"]+)"|filename=[^\r]*\r\nContent-Type: ([^\r]+)/i.exec(
    request.body,
  )
  const type = declared?.[1] ?? declared?.[2] ?? 'nothing'
  return { text: isRejected ? `${type}; ${text}` : type, isMet: type === 'image/png' && !isRejected }
}

/** Whether a request carries the image, alone or as a part of a form. */
function isImage({ body }: SeenRequest): boolean {
  return body.includes('\x89PNG')
}

async function measureBrokenUpload(sdk: SdkUnderTest): Promise<Measured | undefined> {
  let isFirst = true
  const fault = (request: SeenRequest) => {
    if (!isImage(request) || !isFirst) return undefined
    isFirst = false
    return { status: 500 }
  }
  return withStandIn(sdk, { fault }, async ({ upload }, { requests }) => {
    if (upload === undefined) return undefined
    const file = new File([await makePng()], 'picture.png', { type: 'image/png' })
    const { isRejected, text } = await settle(upload(file))
    const sends = requests.filter(isImage)
    return { text: `${countOf(sends, 'send')}; ${text}`, isMet: !isRejected && sends.length === 2 }
  })
}

/** Those of an image whose bytes arrive. */
async function measureInputs(sdk: SdkUnderTest): Promise<Measured | undefined> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-inputs-'))
  const png = await makePng()
  const path = join(folder.path, 'picture.png')
  await writeFile(path, png)
  const inputs: Record<string, () => unknown> = {
    File: () => new File([png], 'picture.png', { type: 'image/png' }),
    Blob: () => new Blob([png], { type: 'image/png' }),
    Buffer: () => png,
    Uint8Array: () => new Uint8Array(png),
    ArrayBuffer: () => new Uint8Array(png).buffer,
    ReadableStream: () => new Blob([png]).stream(),
    'stream of Node': () => createReadStream(path),
    Response: () => new Response(png),
    path: () => path,
    'data URL': () => `data:image/png;base64,${png.toString('base64')}`,
  }
  const taken: string[] = []
  for (const [name, make] of Object.entries(inputs)) {
    const isTaken = await withStandIn(sdk, {}, async ({ upload }, { requests }) => {
      if (upload === undefined) return undefined
      const { isRejected } = await settle((async () => upload(make()))())
      return !isRejected && requests.some(isImage)
    })
    if (isTaken === undefined) return undefined
    if (isTaken) taken.push(name)
  }
  return { text: taken.join(', '), isMet: ours.every((name) => taken.includes(name)) }
}

/** What the README promises. */
const ours = [
  ...['File', 'Blob', 'Buffer', 'Uint8Array', 'ArrayBuffer', 'ReadableStream', 'stream of Node'],
  ...['path', 'data URL'],
]

// Not run: tsc holds these lines to compile, or not to, as they say.
import {
  ApiError,
  fromPath,
  type GenerateOptions,
  InsufficientBalanceError,
  Mediagen,
  RateLimitError,
  type Task,
  TaskFailedError,
  type VideoGenerationRequest,
} from '../../src/index.js'

const client = new Mediagen({ apiKey: 'key', baseUrl: 'https://media.test' })
const file = new Uint8Array()

export async function whatCompiles(): Promise<string[]> {
  await client.images.generate({ prompt: 'a', negativePrompt: 'b', resolution: '4k', aspectRatio: '2:1' })
  await client.images.transform({ assetId: 'a', effectId: 'b' })
  await client.images.transform({ assetId: 'a', prompt: 'b' })
  await client.images.transform({ file, effectId: 'b', prompt: 'c', resolution: 'fhd' })
  await client.images.transform({ file: fromPath('photo.jpg'), prompt: 'b' })
  await client.images.transform({ file: fromPath(new URL('file:///photo.jpg')), prompt: 'b' })
  await client.images.transform({ file: `data:image/png;base64,${file.length}`, prompt: 'b' })
  await client.images.transform({ file: new DataView(new ArrayBuffer(1)), prompt: 'b' })
  await client.images.transform({ file: new Blob([]), prompt: 'b' })
  await client.videos.generate({ prompt: 'a', resolution: '512p', aspectRatio: '21:9', durationSeconds: 15 })
  await client.videos.transform({ file: new File([], 'a'), effectId: 'b', durationSeconds: 8 })
  const generation = await client.videos.generate({ prompt: 'a' }, { idempotencyKey: 'b' })
  const task = await generation.wait({ timeoutMs: 1000, onUpdate: ({ status }) => console.info(status) })
  const succeeded: 'SUCCEEDED' = task.status
  const plain: Task = task
  const bytes: Uint8Array = await task.download()
  const blob: Blob = await task.blob()
  const response: Response = (await task.files[0]?.response()) ?? new Response(blob)
  await using stream = await task.stream()
  await using updates = generation.updates()
  await using list = client.tasks.list()
  for await (const { cost } of list)
    console.info(cost?.state, stream.locked, response.ok, await updates.next())
  await client.images.generate(
    { prompt: 'a' },
    { onCost: ({ amount, currency }) => console.info(amount, currency) },
  )
  const again = client.tasks.resume(JSON.parse(JSON.stringify(generation)))
  for await (const { status } of again.updates()) console.info(status)
  const { amount, state } = await again.cost()
  const priced = await client.estimate({ product: 'video.transform', effectId: 'b', durationSeconds: 8 })
  const limited = { maxCost: priced.amount, onProgress: () => undefined }
  await client.images.transform({ file: new ReadableStream<Uint8Array>(), prompt: amount + state }, limited)
  const { data } = await client.http.GET('/api/v1/tasks/{taskId}', { params: { path: { taskId: plain.id } } })
  const status: string | undefined = data?.status
  await client.effects({ surface: 'image', signal: AbortSignal.timeout(1000) })
  return [succeeded, String(bytes.length), status ?? '', ...task.files.map(({ url }) => url)]
}

/** Options may be passed on, and a number of run time is asserted. */
export function howToPassOn(options: GenerateOptions, seconds: number): void {
  const durationSeconds = seconds as VideoGenerationRequest['durationSeconds']
  client.videos.generate({ prompt: 'a', durationSeconds }, { ...options, signal: AbortSignal.timeout(1) })
  client.images.transform({ assetId: 'a', prompt: 'b' }, options)
  client.images.generate({ prompt: 'a' }, { dedupe: 'content', idempotencyKey: undefined })
}

/** The status of a task tells what else it has; optional fields may be undefined. */
export function whatATaskHas(task: Task, resolution?: '1k' | '2k', durationSeconds?: 5 | 8): string {
  client.images.generate({ prompt: 'a', resolution, negativePrompt: undefined })
  client.videos.transform({ assetId: 'a', effectId: 'b', durationSeconds })
  switch (task.status) {
    case 'QUEUED':
    case 'PROCESSING':
    case 'CANCELLED': {
      const none: null = task.output
      return String(none)
    }
    case 'FAILED':
      return task.error.code
    case 'SUCCEEDED': {
      const none: null = task.error
      return task.output.images?.[0]?.url ?? String(none)
    }
  }
}

export async function whatDoesNot(): Promise<void> {
  // @ts-expect-error a prompt is required
  await client.images.generate({})
  // @ts-expect-error this resolution is one of videos
  await client.images.generate({ prompt: 'a', resolution: '720p' })
  // @ts-expect-error this shape is one of images
  await client.videos.generate({ prompt: 'a', aspectRatio: '2:1' })
  // @ts-expect-error an image is required
  await client.images.transform({ effectId: 'b' })
  // @ts-expect-error an effect or a prompt is required
  await client.images.transform({ assetId: 'a' })
  // @ts-expect-error one image, not two
  await client.images.transform({ assetId: 'a', file, effectId: 'b' })
  // @ts-expect-error a text is no path: it may come from a stranger
  await client.images.transform({ file: 'photo.jpg', effectId: 'b' })
  // @ts-expect-error what only fromPath makes: a framework may have made it of a stranger's text
  await client.images.transform({ file: new URL('file:///photo.jpg'), effectId: 'b' })
  const form = new FormData()
  // @ts-expect-error nor is the field of a form, which may be a text
  await client.uploads.file(form.get('file') ?? file)
  // @ts-expect-error a number is no image
  await client.images.transform({ file: 7, effectId: 'b' })
  // @ts-expect-error videos are moved by an effect, a prompt alone will not do
  await client.videos.transform({ assetId: 'a', prompt: 'b' })
  // @ts-expect-error 4 to 15 seconds
  await client.videos.generate({ prompt: 'a', durationSeconds: 16 })
  // @ts-expect-error whole seconds
  await client.videos.generate({ prompt: 'a', durationSeconds: 4.5 })
  // @ts-expect-error and what they cost
  await client.estimate({ product: 'video.generate', durationSeconds: -3 })
  // @ts-expect-error any number at run time may be none of these
  await client.videos.generate({ prompt: 'a', durationSeconds: Number('8') })
  // @ts-expect-error only 5 or 8 seconds
  await client.videos.transform({ assetId: 'a', effectId: 'b', durationSeconds: 6 })
  // @ts-expect-error only images can be uploaded
  await client.uploads.create({ contentType: 'image/gif' })
  // @ts-expect-error amounts are no numbers
  await client.images.generate({ prompt: 'a' }, { maxCost: 0.5 })
  const twoKeys = { idempotencyKey: 'a', dedupe: 'content' } as const
  // @ts-expect-error the key is one's own or that of the content
  await client.images.generate({ prompt: 'a' }, twoKeys)
  // @ts-expect-error nor both of a transformation
  await client.images.transform({ file, prompt: 'b' }, twoKeys)
  // @ts-expect-error images have no duration
  await client.estimate({ product: 'image.generate', durationSeconds: 5 })
  // @ts-expect-error what a plain id was ordered with is not known
  client.tasks.resume('a').pricingInput
  const order = (prompt: string) => client.images.generate({ prompt })
  const [outcome] = await client.generateMany(['a'], order)
  // @ts-expect-error not every outcome has a result
  if (outcome) outcome.result.id
  // @ts-expect-error what takes no file has no progress
  await client.videos.generate({ prompt: 'a' }, { onProgress: () => undefined })
  // @ts-expect-error only orders report what they cost
  await client.account({ onCost: () => undefined })
  // @ts-expect-error keys belong to generations
  await client.account({ idempotencyKey: 'a' })
  // @ts-expect-error lower case on the way in
  await client.effects({ surface: 'IMAGE' })
  // @ts-expect-error no such path
  await client.http.GET('/api/v1/task')
  // @ts-expect-error a prompt is required there, too
  await client.http.POST('/api/v1/images/generations', { body: {} })
  // @ts-expect-error a required field is no less required for the others
  await client.images.generate({ prompt: undefined })
  const task = await client.tasks.get('a')
  // @ts-expect-error only one that has failed says why
  task.error.code
  const { data } = await client.http.GET('/api/v1/me')
  // @ts-expect-error no such field in the response
  data?.nothing
}

/** A class that was ruled out takes no relative of it along. */
export function classesAreDistinguished(error: unknown): number {
  if (!(error instanceof ApiError)) return error instanceof TaskFailedError ? error.taskId.length : 0
  if (error instanceof RateLimitError) return error.retryAfterMs ?? 0
  if (error instanceof InsufficientBalanceError) return error.status
  return error.status
}

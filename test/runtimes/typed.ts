// Not run: compilers hold these lines to the types of the packed SDK, in all its entry points.
import { type Generation, Mediagen, RateLimitError, type Task, TaskFailedError } from '@mediagen/sdk'
import { createProxy } from '@mediagen/sdk/proxy'
import { createMockService } from '@mediagen/sdk/testing'

const { baseUrl, fetch } = createMockService({ queuedMs: 0 })
const client = new Mediagen({ apiKey: async () => 'key', baseUrl, fetch, headers: { 'x-team': 'films' } })

export async function makeVideo(signal: AbortSignal): Promise<string[]> {
  const generation: Generation = await client.videos.generate(
    { prompt: 'a calm lake', resolution: '720p', aspectRatio: undefined, durationSeconds: 5 },
    { signal, maxCost: '1.00' },
  )
  for await (const { status } of generation.updates()) console.info(status)
  const video = await generation.wait({ onUpdate: ({ status }) => console.info(status) })
  const bytes: Uint8Array = await video.download()
  const { data } = await client.http.GET('/api/v1/tasks/{taskId}', { params: { path: { taskId: video.id } } })
  return [String(bytes.length), data?.status ?? '', ...video.files.map(({ url }) => url)]
}

/** The status of a task tells what else it has. */
export function resultOf(task: Task): string | null {
  if (task.status === 'SUCCEEDED') return task.output.images?.[0]?.url ?? null
  if (task.status === 'FAILED') return task.error.code
  return task.error
}

export function reasonOf(error: unknown): string | number {
  if (error instanceof RateLimitError) return error.retryAfterMs ?? 0
  return error instanceof TaskFailedError ? error.code : 'something else'
}

export async function whatDoesNotCompile(): Promise<void> {
  // @ts-expect-error a prompt is required
  await client.images.generate({})
  // @ts-expect-error this resolution is one of videos
  await client.images.generate({ prompt: 'a', resolution: '720p' })
  // @ts-expect-error an image is required
  await client.images.transform({ effectId: 'b' })
}

export const handler: (request: Request) => Promise<Response> = createProxy({
  apiKey: 'key',
  authorize: (request) => request.headers.get('x-user'),
})

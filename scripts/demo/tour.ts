import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Generation, Mediagen } from '@mediagen/sdk'
import { checkImage, checkVideo, type Shape, type Work } from './check-media.ts'
import { DemoError } from './demo-error.ts'
import { type Photo, photoFormats } from './photo.ts'
import type { Progress } from './progress.ts'

/** The requests of the tour. */
const painting = {
  prompt: 'a lighthouse on a cliff at sunset, calm sea, golden light',
  aspectRatio: '3:2',
  resolution: '1k',
} as const
const video = {
  prompt: 'city skyline at night in the rain, neon lights',
  aspectRatio: '16:9',
  resolution: '720p',
  durationSeconds: 5,
} as const
const imageEffect = { effectId: 'oil-painting', resolution: 'hd' } as const
const videoEffect = { effectId: 'day-to-night', resolution: 'hd', durationSeconds: 5 } as const

export interface TourOptions {
  readonly client: Mediagen
  /** The folder to save in. */
  readonly out: string
  /** The image to transform instead of the generated one. */
  readonly photo: Photo | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

/**
 * Generates all four, two at a time; resolves to them in the order of the products, after the input image.
 */
export async function makeEverything({ client, out, photo, progress, signal }: TourOptions): Promise<Work[]> {
  const make = (name: string, submit: () => Promise<Generation>, file: string) =>
    progress.follow(name, async (step) => {
      step('sending')
      const generation = await submit()
      step('queued')
      const task = await generation.wait({ signal, onUpdate: ({ status }) => step(status.toLowerCase()) })
      step('saving')
      return task.saveTo(join(out, file), { signal })
    })
  const call = { signal }

  const generating = make('text to video', () => client.videos.generate(video, call), 'text-to-video.mp4')
  // Both are awaited below; a failure of the first must not go unhandled while the other runs.
  generating.catch(() => undefined)
  const painted = await make(
    'text to image',
    () => client.images.generate(painting, call),
    'text-to-image.png',
  )

  // Left by an earlier tour with an image in another format.
  for (const format of photoFormats) await rm(join(out, `input.${format}`), { force: true })
  const input = join(out, `input${photo?.extension ?? '.png'}`)
  const bytes = photo?.bytes ?? (await readFile(painted))
  await writeFile(input, bytes)
  const { id: assetId, width, height } = await client.uploads.file(bytes, call)
  if (width === null || height === null) throw new DemoError(`${input} was accepted without a size`)
  // As displayed, with EXIF orientation applied.
  const inputShape = { width, height }
  const [transformed, moved, generated] = await Promise.all([
    make(
      'image to image',
      () => client.images.transform({ assetId, ...imageEffect }, call),
      'image-to-image.jpg',
    ),
    make(
      'image to video',
      () => client.videos.transform({ assetId, ...videoEffect }, call),
      'image-to-video.mp4',
    ),
    generating,
  ])
  return [
    {
      kind: 'image',
      path: input,
      facts: photo === undefined ? 'the input of both transformations' : 'your image',
    },
    await checkImage('image.generate', painted, painting.resolution, shapeNamed(painting.aspectRatio)),
    await checkImage('image.transform', transformed, imageEffect.resolution, inputShape),
    await checkVideo('video.generate', generated, video, shapeNamed(video.aspectRatio)),
    await checkVideo('video.transform', moved, videoEffect, inputShape),
  ]
}

function shapeNamed(aspectRatio: string): Shape {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number)
  return { width, height }
}

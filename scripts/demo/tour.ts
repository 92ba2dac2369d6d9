import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Generation, Mediagen } from '@mediagen/sdk'
import sharp from 'sharp'
import { SetUpError } from '../set-up/project.mjs'
import { describeImage, describeVideo, type Media } from './media.ts'

/** The requests of the tour. */
const image = {
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

/** The formats that the service accepts, with the extension of the input image in out/. */
const photoFormats = ['jpeg', 'png', 'webp']

/** The user's own image. */
export interface Photo {
  readonly bytes: Buffer
  readonly format: string
}

/** Reads the user's photo and decodes it whole, so that a bad one is reported before anything is started. */
export async function readPhoto(path: string): Promise<Photo> {
  try {
    // npm runs scripts in the project's folder, and passes the user's own in INIT_CWD.
    const bytes = await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), path))
    const { format } = await sharp(bytes).metadata()
    if (!photoFormats.includes(format)) throw new Error(`it is ${format}, neither JPEG, PNG nor WebP`)
    await sharp(bytes).stats()
    return { bytes, format }
  } catch (error) {
    throw new SetUpError(`${path} cannot be used: ${error instanceof Error ? error.message : error}`)
  }
}

export interface Tour {
  readonly client: Mediagen
  /** The folder to save in. */
  readonly out: string
  /** The image to transform instead of the generated one. */
  readonly photo: Photo | undefined
  readonly signal: AbortSignal
}

/** Generates all four, two at a time; resolves to them in the order of the products, after the input image. */
export async function generateAll({ client, out, photo, signal }: Tour): Promise<Media[]> {
  const save = saver(out, signal)
  const call = { signal }
  const generating = save('text-to-video.mp4', () => client.videos.generate(video, call))
  // Both are awaited below; a failure of the first must not go unhandled while the other runs.
  generating.catch(() => undefined)
  const generated = await save('text-to-image.png', () => client.images.generate(image, call))

  // Left by an earlier tour with an image in another format.
  for (const format of photoFormats) await rm(join(out, `input.${format}`), { force: true })
  const input = join(out, `input.${photo?.format ?? 'png'}`)
  const bytes = photo?.bytes ?? (await readFile(generated))
  await writeFile(input, bytes)
  const { id: assetId } = await client.uploads.file(bytes, call)
  const [transformed, animated, filmed] = await Promise.all([
    save('image-to-image.jpg', () => client.images.transform({ assetId, ...imageEffect }, call)),
    save('image-to-video.mp4', () => client.videos.transform({ assetId, ...videoEffect }, call)),
    generating,
  ])
  return [
    { kind: 'image', path: input, facts: photo ? 'your image' : 'the input of both transformations' },
    await describeImage(generated),
    await describeImage(transformed),
    await describeVideo(filmed),
    await describeVideo(animated),
  ]
}

/** Generates one file, and prints a line for each step. */
function saver(out: string, signal: AbortSignal) {
  return async (file: string, submit: () => Promise<Generation>): Promise<string> => {
    const startedAt = Date.now()
    let last = ''
    const step = (state: string) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(4)
      if (state !== last) process.stdout.write(`  ${file.padEnd(20)}${seconds} s  ${state}\n`)
      last = state
    }
    step('sending')
    const generation = await submit()
    const task = await generation.wait({ signal, onUpdate: ({ status }) => step(status.toLowerCase()) })
    const path = await task.saveTo(join(out, file), { signal })
    step('saved')
    return path
  }
}

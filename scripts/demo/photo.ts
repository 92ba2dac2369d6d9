import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { DemoError } from './demo-error.ts'

/** The formats that the service accepts, with the extension of the input image in out/. */
export const photoFormats = ['jpeg', 'png', 'webp']

/** The user's own image. */
export interface Photo {
  readonly bytes: Buffer
  /** The file extension of its format, with the dot. */
  readonly extension: string
}

/**
 * Reads the user's photo and decodes it whole, so that a bad one is reported before anything is started. npm
 * runs scripts in the project's folder and passes the user's own in INIT_CWD.
 */
export async function readPhoto(path: string): Promise<Photo> {
  try {
    const bytes = await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), path))
    const { format } = await sharp(bytes).metadata()
    if (!photoFormats.includes(format))
      throw new DemoError(`${path} is ${format}: use a JPEG, PNG or WebP image`)
    await sharp(bytes).stats()
    return { bytes, extension: `.${format}` }
  } catch (error) {
    if (error instanceof DemoError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new DemoError(`there is no file ${path}`)
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new DemoError(`${path} cannot be used as an image: ${reason}`)
  }
}

import { readFile, writeFile } from 'node:fs/promises'
import { readImageFile, writeImageFile } from './image-file.ts'

/** The file with that XMP packet and nothing else besides its picture. Undefined if it cannot be read. */
export function markImage(contentType: string, file: Buffer, xmp: Buffer): Buffer | undefined {
  const image = readImageFile(kinds[contentType] ?? 'unknown', file)
  return image && Buffer.concat(writeImageFile(image, xmp))
}

/**
 * As `markImage`, written next to the file. For the process that decodes: twice the file is held meanwhile, which an
 * engine may fill up to 256 MB.
 */
export async function markImageFile(
  contentType: string,
  path: string,
  xmp: Buffer,
): Promise<{ readonly path: string } | undefined> {
  const marked = markImage(contentType, await readFile(path), xmp)
  if (marked === undefined) return undefined
  const target = `${path}-marked`
  await writeFile(target, marked)
  return { path: target }
}

const kinds: Readonly<Record<string, 'png' | 'jpeg' | 'webp'>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
}

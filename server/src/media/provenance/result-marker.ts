import { readFile, writeFile } from 'node:fs/promises'
import type { Clock } from '../../core/domain/clock.ts'
import type { Provenance, ResultMarker } from '../../core/ports/result-marker.ts'
import { readImageFile, writeImageFile } from './image-file.ts'
import { markMp4Bytes, markMp4File } from './mp4-file.ts'
import { xmpPacket } from './xmp-packet.ts'

export interface ResultMarkerOptions {
  readonly clock: Clock
  /** The name and version of this service. */
  readonly creatorTool: string
}

/** Writes an XMP packet into the container of PNG, JPEG, WebP and MP4. */
export function createResultMarker({ clock, creatorTool }: ResultMarkerOptions): ResultMarker {
  const packetOf = (provenance: Provenance) =>
    xmpPacket({ ...provenance, createdAtMs: clock.nowMs(), creatorTool })

  return {
    async markBytes({ contentType, bytes }, provenance) {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      const packet = packetOf(provenance)
      const marked =
        contentType === 'video/mp4' ? markMp4Bytes(file, packet) : markImage(contentType, file, packet)
      return marked === undefined ? { mark: 'none', bytes } : { mark: 'xmp', bytes: marked }
    },
    async markFile({ contentType, path }, provenance) {
      const packet = packetOf(provenance)
      if (contentType === 'video/mp4')
        return { mark: (await markMp4File(path, packet)) ? 'xmp' : 'none', path }
      const marked = markImage(contentType, await readFile(path), packet)
      if (marked === undefined) return { mark: 'none', path }
      const target = `${path}-marked`
      await writeFile(target, marked)
      return { mark: 'xmp', path: target }
    },
  }
}

function markImage(contentType: string, file: Buffer, packet: Buffer): Buffer | undefined {
  const image = readImageFile(kinds[contentType] ?? 'unknown', file)
  return image && Buffer.concat(writeImageFile(image, packet))
}

const kinds: Readonly<Record<string, 'png' | 'jpeg' | 'webp'>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
}

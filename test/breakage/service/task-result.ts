import { deflateSync, inflateSync } from 'node:zlib'
import { pngChunk, pngSignature } from '../../support/image-metadata.ts'

const filter = Buffer.alloc(1)

/** A PNG whose grey pixels, one a character, are the id of the task whose result it is: metadata would not be kept. */
export function resultOf(taskId: string): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(taskId.length, 0)
  header.writeUInt32BE(1, 4)
  header.writeUInt8(8, 8)
  const pixels = deflateSync(Buffer.concat([filter, Buffer.from(taskId, 'latin1')]))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The task whose result an image is; throws if it is none. */
export function taskOfResult(bytes: Uint8Array): string {
  const image = Buffer.from(bytes)
  const at = image.indexOf('IDAT', 0, 'latin1')
  const pixels = image.subarray(at + 4, at + 4 + image.readUInt32BE(at - 4))
  return inflateSync(pixels).subarray(filter.length).toString('latin1')
}

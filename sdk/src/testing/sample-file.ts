import { sampleMp4, samplePng } from './sample-media.js'

/** The content types for which there is a sample. */
export type SampleType = 'image/png' | 'video/mp4'

/**
 * A small PNG or MP4 that decodes, with a comment in its metadata that distinguishes it from others. It has
 * `sizeBytes` if that is given and not too small.
 */
export function sampleFile(contentType: SampleType, remark: string, sizeBytes = 0): Uint8Array<ArrayBuffer> {
  const isImage = contentType === 'image/png'
  const file = fromBase64(isImage ? samplePng : sampleMp4)
  const text = new TextEncoder().encode(isImage ? `Comment\0${remark}` : remark)
  const overhead = isImage ? 12 : 8
  const padding = Math.max(0, sizeBytes - file.length - overhead - text.length)
  const content = new Uint8Array(text.length + padding).fill(0x20)
  content.set(text)
  // A comment precedes the last chunk of a PNG; free space may be anywhere in an MP4.
  const end = isImage ? file.length - pngEndBytes : file.length
  return join(
    file.subarray(0, end),
    isImage ? pngChunk('tEXt', content) : box('free', content),
    file.subarray(end),
  )
}

/** The file that an example of the contract links to, by the type and the size that it states. */
export function exampleFile(contentType: unknown, sizeBytes: unknown) {
  const type: SampleType = contentType === 'video/mp4' ? contentType : 'image/png'
  return { contentType: type, bytes: sampleFile(type, 'an example of the contract', Number(sizeBytes)) }
}

/** The chunk IEND, which has no content. */
const pngEndBytes = 12

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(parts.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.length
  }
  return file
}

/** Length including itself and the name, name, content. */
function box(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + content.length)
  new DataView(bytes.buffer).setUint32(0, bytes.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(content, 8)
  return bytes
}

/** Length of the content, name, content, checksum of the last two. */
function pngChunk(name: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + content.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(content, 8)
  view.setUint32(8 + content.length, crc32(bytes.subarray(4, 8 + content.length)))
  return bytes
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0)
  return rest
})

/** The checksum of PNG. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** A sample that distinguishes the result of one task from that of another. */
export function sampleResult({ id, type }: { readonly id: string; readonly type: string }): Blob {
  const contentType = type.startsWith('image') ? 'image/png' : 'video/mp4'
  return new Blob([sampleFile(contentType, `the result of ${id}`)], { type: contentType })
}

import { crc32 } from 'node:zlib'

/**
 * A manifest store in the boxes of C2PA (JUMBF), as vendors embed them, without a claim: this service looks
 * for it and keeps it, and does not read it.
 */
export function manifestStore(bytes = 3_000): Buffer {
  const description = Buffer.from(
    '0000001e6a756d6463327061001100108000' + '00aa00389b71' + '0363327061' + '00',
    'hex',
  )
  const contents = Buffer.concat([description, Buffer.alloc(bytes, 'claim ')])
  const head = Buffer.alloc(8)
  head.writeUInt32BE(contents.length + 8, 0)
  head.write('jumb', 4)
  return Buffer.concat([head, contents])
}

/** A PNG with the manifest in a chunk of its own, behind the header. */
export function pngWithManifest(png: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('caBX'), manifestStore(), Buffer.alloc(4)])
  chunk.writeUInt32BE(chunk.length - 12, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
}

/** A JPEG with a manifest longer than a segment, so that it takes two. */
export function jpegWithManifest(jpeg: Buffer): Buffer {
  const store = manifestStore(80_000)
  const segment = (sequence: number, part: Buffer) => {
    const head = Buffer.from([0xff, 0xeb, 0, 0, 0x4a, 0x50, 0, 7, 0, 0, 0, sequence])
    head.writeUInt16BE(head.length - 2 + part.length, 2)
    return Buffer.concat([head, part])
  }
  const second = Buffer.concat([store.subarray(0, 8), store.subarray(60_000)])
  const segments = [segment(1, store.subarray(0, 60_000)), segment(2, second)]
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** An extended WebP with the manifest behind the picture. */
export function webpWithManifest(webp: Buffer): Buffer {
  const store = manifestStore()
  const head = Buffer.from('C2PA\0\0\0\0', 'latin1')
  head.writeUInt32LE(store.length, 4)
  const file = Buffer.concat([webp, head, store, Buffer.alloc(store.length % 2)])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}

/** An MP4 with the manifest in a box behind everything, where no offset in the index changes. */
export function mp4WithManifest(mp4: Buffer): Buffer {
  const purpose = Buffer.concat([Buffer.alloc(4), Buffer.from('manifest\0'), Buffer.alloc(8)])
  const uuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
  const head = Buffer.from('\0\0\0\0uuid', 'latin1')
  const box = Buffer.concat([head, uuid, purpose, manifestStore()])
  box.writeUInt32BE(box.length, 0)
  return Buffer.concat([mp4, box])
}

const startOfScan = 0xda
const quantization = 0xdb
const restarts = 0xdd
const huffman = 0xc4

/** Baseline, extended and progressive: those that engines write, and whose tables are Huffman's. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2]
const progressive = 0xc2

/**
 * Follows which tables of a JPEG its scans use. Text could stand in a table that none uses, or that is defined again
 * before one does.
 */
export interface JpegTables {
  /** False if this segment has not the standard's form, or replaces what no scan has used. */
  accept(marker: number, data: Buffer): boolean
  areUsed(): boolean
}

export function createJpegTables(): JpegTables {
  /** Of each component the number of its quantization table, until its first scan, which settles it. */
  const components = new Map<number, number>()
  /** By kind and number; those that no scan has used yet. */
  const unused = new Set<string>()
  let frame: number | undefined

  function define(name: string): boolean {
    const isFirst = !unused.has(name)
    unused.add(name)
    return isFirst
  }

  function readTables(marker: number, data: Buffer): boolean {
    let at = 0
    while (at < data.length) {
      const head = data.readUInt8(at)
      const name = marker === huffman ? `huffman ${head}` : `quantization ${head & 15}`
      if (!define(name)) return false
      at += 1 + (marker === huffman ? huffmanBytes(data.subarray(at + 1)) : head >> 4 === 0 ? 64 : 128)
    }
    return at === data.length
  }

  function readFrame(marker: number, data: Buffer): boolean {
    const count = data[5] ?? 0
    if (frame !== undefined || data.length !== 6 + count * 3) return false
    frame = marker
    for (let at = 6; at < data.length; at += 3) components.set(data.readUInt8(at), data.readUInt8(at + 2))
    return true
  }

  function readScan(data: Buffer): boolean {
    const count = data[0] ?? 0
    if (frame === undefined || data.length !== 4 + count * 2) return false
    const first = data.readUInt8(data.length - 3)
    const isRefined = data.readUInt8(data.length - 1) >> 4 !== 0
    for (let at = 1; at < data.length - 3; at += 2) {
      const id = data.readUInt8(at)
      const numbers = data.readUInt8(at + 1)
      unused.delete(`quantization ${components.get(id)}`)
      components.delete(id)
      // The first coefficient's table is class 0 and refining it needs none; the others' is class 1.
      if (first === 0 && !isRefined) unused.delete(`huffman ${numbers >> 4}`)
      if (first > 0 || frame !== progressive) unused.delete(`huffman ${16 + (numbers & 15)}`)
    }
    unused.delete('restarts')
    return true
  }

  return {
    accept(marker, data) {
      if (marker === startOfScan) return readScan(data)
      if (marker === restarts) return data.length === 2 && define('restarts')
      if (marker === quantization || marker === huffman) return readTables(marker, data)
      if (frames.includes(marker)) return readFrame(marker, data)
      const isOtherFrame = marker >= 0xc0 && marker <= 0xcf
      return !isOtherFrame
    },
    areUsed: () => unused.size === 0,
  }
}

/** Sixteen counts and as many symbols as they say. */
function huffmanBytes(counts: Buffer): number {
  return counts.subarray(0, 16).reduce((sum, count) => sum + count, 16)
}

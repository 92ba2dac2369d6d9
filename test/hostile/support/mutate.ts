/** A whole number from 0 to `bound`, without `bound`. */
const below = (random: () => number, bound: number): number => Math.floor(random() * bound)

type Mutation = (file: Buffer, random: () => number, others: readonly Buffer[]) => Buffer

/** How far into a file changes go: headers stand there, and pixels are of no interest. */
const headerBytes = 2_000

const spotIn = (file: Buffer, random: () => number) => below(random, Math.min(file.length, headerBytes))

const mutations: readonly Mutation[] = [
  function flipBits(file, random) {
    for (let flips = 1 + below(random, 8); flips > 0; flips -= 1) {
      const at = spotIn(file, random)
      file.writeUInt8(file.readUInt8(at) ^ (1 << below(random, 8)), at)
    }
    return file
  },
  function setBytes(file, random) {
    const value = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff][below(random, 6)] ?? 0
    const at = spotIn(file, random)
    return file.fill(value, at, Math.min(file.length, at + 1 + below(random, 8)))
  },
  function truncate(file, random) {
    return file.subarray(0, 1 + below(random, file.length))
  },
  function truncateHeader(file, random) {
    return file.subarray(0, 1 + spotIn(file, random))
  },
  function splice(file, random, others) {
    const other = others[below(random, others.length)] ?? file
    const [at, from] = [spotIn(file, random), spotIn(other, random)]
    const piece = other.subarray(from, from + below(random, 200))
    return Buffer.concat([file.subarray(0, at), piece, file.subarray(at + below(random, 200))])
  },
  function repeat(file, random) {
    const at = spotIn(file, random)
    const piece = file.subarray(at, at + 1 + below(random, 100))
    const times = Array.from({ length: below(random, 50) }, () => piece)
    return Buffer.concat([file.subarray(0, at), ...times, file.subarray(at)])
  },
  function blowUpLength(file, random) {
    const fields = lengthFieldsOf(file)
    const field = fields[below(random, fields.length)]
    if (field === undefined) return file
    const value = [0, 1, 2, 7, 8, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff][below(random, 11)] ?? 0
    if (field.bytes === 2) file.writeUInt16BE(value & 0xffff, field.at)
    else if (field.isLittle) file.writeUInt32LE(value, field.at)
    else file.writeUInt32BE(value, field.at)
    return file
  },
]

/** A copy of one of the seeds with one to four of its parts broken. */
export function mutate(seeds: readonly Buffer[], random: () => number): Buffer {
  let file: Buffer = Buffer.from(seeds[below(random, seeds.length)] ?? Buffer.alloc(1))
  for (let count = 1 + below(random, 4); count > 0; count -= 1) {
    const mutation = mutations[below(random, mutations.length)]
    if (mutation !== undefined && file.length > 0) file = Buffer.from(mutation(file, random, seeds))
  }
  return file
}

interface LengthField {
  readonly at: number
  readonly bytes: 2 | 4
  readonly isLittle: boolean
}

/** Where segments and chunks of the beginning state their lengths. */
function lengthFieldsOf(file: Buffer): LengthField[] {
  const fields: LengthField[] = []
  const end = Math.min(file.length, headerBytes) - 8
  if (file.readUInt8(0) === 0xff) {
    for (let at = 2; at < end; at += 2 + file.readUInt16BE(at + 2))
      fields.push({ at: at + 2, bytes: 2, isLittle: false })
  } else if (file.readUInt8(0) === 0x89) {
    for (let at = 8; at < end; at += 12 + file.readUInt32BE(at))
      fields.push({ at, bytes: 4, isLittle: false })
  } else {
    for (let at = 4; at < end; at += at === 4 ? 12 : 8 + file.readUInt32LE(at))
      fields.push({ at, bytes: 4, isLittle: true })
  }
  return fields
}

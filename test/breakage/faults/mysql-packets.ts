/** A packet is three bytes of length, one of sequence, and so many bytes. */
export function firstPacket(buffer: Buffer): Buffer | undefined {
  if (buffer.length < 4) return undefined
  const length = 4 + buffer.readUIntLE(0, 3)
  return buffer.length < length ? undefined : buffer.subarray(0, length)
}

const comQuery = 3
export const rollback = packetOf(0, Buffer.from('\x03rollback'))

/** What a COMMIT gets while its server leaves a group: ER_RUN_HOOK_ERROR. */
export const hookError = packetOf(
  1,
  Buffer.from(
    "\xff\x1c\x0c#HY000Error on observer while running replication hook 'before_commit'.",
    'latin1',
  ),
)

function packetOf(sequence: number, payload: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, sequence])
  header.writeUIntLE(payload.length, 0, 3)
  return Buffer.concat([header, payload])
}

/** To a MySQL, the statement is preceded by the numbers of its attributes and of their sets: 0 and 1. */
export function statementOf(packet: Buffer): string | undefined {
  if (packet[3] !== 0 || packet[4] !== comQuery) return undefined
  return packet.subarray(packet[5] === 0 ? 7 : 5).toString('utf8')
}

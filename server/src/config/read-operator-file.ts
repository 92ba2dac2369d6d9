import { createReadStream } from 'node:fs'
import { errorCodeOf, messageOf } from '../core/errors.ts'
import { OperatorFileError } from './operator-file-error.ts'

/** Thirty times the largest file of the shipped catalogue. */
const bytesMax = 1024 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, not a file',
  EACCES: "this process's user may not read it",
}

/** Reads an operator's file as text. Throws an OperatorFileError if it is not text, or has more than 1 MB. */
export async function readOperatorFile(path: string): Promise<string> {
  const bytes = await readStart(path)
  if (bytes.byteLength > bytesMax)
    throw new OperatorFileError(path, ['cannot be read: it has more than 1 MB'])
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Bytes that no UTF-8 text has.
  }
  throw new OperatorFileError(path, ['cannot be read: it is not text in UTF-8'])
}

/** One byte more than allowed at most: a device such as /dev/zero never ends. */
async function readStart(path: string): Promise<Buffer> {
  try {
    return Buffer.concat(await createReadStream(path, { end: bytesMax }).toArray())
  } catch (error) {
    const reason = reasons[String(errorCodeOf(error))] ?? messageOf(error)
    throw new OperatorFileError(path, [`cannot be read: ${reason}`])
  }
}

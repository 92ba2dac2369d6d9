import { tmpdir } from 'node:os'
import { OperatorFileError } from '../config/operator-file-error.ts'
import { messageOf } from '../core/errors.ts'
import { checkWorkFolder } from '../worker/results/work-folder.ts'

/**
 * Throws an OperatorFileError if results in transit cannot be written: otherwise engines would be paid for
 * results that are all lost.
 */
export async function checkTemporaryFolder(): Promise<void> {
  try {
    await checkWorkFolder()
  } catch (error) {
    throw new OperatorFileError('Settings', [
      `"TMPDIR" is ${tmpdir()}, where results in transit cannot be written: ${messageOf(error)}; set TMPDIR to a folder that the user of this process can write to`,
    ])
  }
}

import { tmpdir } from 'node:os'
import { OperatorFileError } from '../config/operator-file-error.ts'
import { checkWorkFolder } from '../worker/results/work-folder.ts'

/**
 * Throws an OperatorFileError if results in transit cannot be written: otherwise engines would be paid for
 * results that are all lost.
 */
export async function checkTemporaryFolder(): Promise<void> {
  try {
    await checkWorkFolder()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorFileError('Settings', [
      `"TMPDIR" is ${tmpdir()}, where results in transit cannot be written: ${reason}; set TMPDIR to a folder that the user of this process can write to`,
    ])
  }
}

import { type ChildProcess, fork } from 'node:child_process'

export interface ChildFolder {
  readonly path: string
  remove(): Promise<void>
}

/** Throws if the machine has no descriptor, memory or disk left for a process, which says nothing about the job. */
export function forkChild(
  entry: URL,
  makeFolder: (() => ChildFolder) | undefined,
): { readonly process: ChildProcess; readonly folder: ChildFolder | undefined } {
  const folder = makeFolder?.()
  try {
    const forked = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The service's own environment contains secrets, and files are untrusted.
      env: folder === undefined ? {} : { TMPDIR: folder.path },
    })
    if (forked.pid !== undefined) return { process: forked, folder }
    // It is about to emit 'error', which would end this process if nothing listened.
    forked.on('error', () => undefined)
    throw new Error('The system could not start a process.')
  } catch (error) {
    folder?.remove().catch(() => undefined)
    throw error
  }
}

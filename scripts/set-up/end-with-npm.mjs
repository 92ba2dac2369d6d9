// @ts-check
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const checkIntervalMs = 500

/**
 * Asks this process to end as soon as the npm that runs it is gone, however that ended: npm passes signals on
 * to its shell alone, and SIGKILL and a closed terminal pass nothing on. An npm in the background counts as
 * long as it lives. Run without npm, a process may outlive its parent, as under nohup.
 * @param {string} program what npm's script names of this very program, rather than of one that has inherited
 *   npm's variables
 * @param {() => void} end called at most once
 */
export async function endWithNpm(program, end) {
  if (!process.env.npm_lifecycle_script?.includes(program)) return
  const parent = process.ppid
  const { parent: grandparent, command } = await findProcess(parent)
  // Some shells stay between npm and its command, and would outlive npm; others are replaced by the command.
  const npm = command?.includes(program) ? grandparent : undefined
  const checks = setInterval(() => {
    const hasParents = process.ppid === parent && isAlive(parent) && (npm === undefined || isAlive(npm))
    if (hasParents) return
    clearInterval(checks)
    end()
  }, checkIntervalMs).unref()
}

/**
 * The parent and the command line of a process, as far as this system tells.
 * @param {number} pid
 * @returns {Promise<{ parent?: number | undefined, command?: string | undefined }>}
 */
async function findProcess(pid) {
  try {
    if (process.platform === 'linux')
      return { parent: readStat(pid).parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
    const [, parent, command] = /^\s*(\d+)\s+(.*)/s.exec(await describeProcess(pid)) ?? []
    return { parent: parent === undefined ? undefined : Number(parent), command }
  } catch {
    // It has just ended, which the first check notices, or is hidden: then only the parent is watched.
    return {}
  }
}

/**
 * Its parent's id and its command line, from the tool of the operating system.
 * @param {number} pid
 */
async function describeProcess(pid) {
  const query = `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | % { "$($_.ParentProcessId) $($_.CommandLine)" }`
  const [program, args] =
    process.platform === 'win32'
      ? ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query]]
      : ['ps', ['-o', 'ppid=,command=', '-p', String(pid)]]
  return (await promisify(execFile)(program, args, { windowsHide: true })).stdout
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    // A killed process stays in the table until its parent, such as a waiting script, takes note of it.
    if (process.platform === 'linux') return readStat(pid).state !== 'Z'
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** @param {number} pid */
function readStat(pid) {
  // The name before it is in parentheses and may contain some.
  const [state = '', parent = ''] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return { state, parent: Number(parent) }
}

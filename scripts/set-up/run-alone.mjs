// @ts-check
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 200
const writingMsMax = 5_000

/**
 * Does the work while no other process does what this file stands for, and returns its result. The lock of a
 * process that ended without releasing it is taken over.
 * @template Result
 * @param {string} file names the process that holds the lock, while there is one
 * @param {() => Promise<Result>} work
 * @param {() => void} onWait called once if another process is at it
 * @returns {Promise<Result>}
 */
export async function runAlone(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  let isWaiting = false
  while (!takeLock(file)) {
    if (!isWaiting) onWait()
    isWaiting = true
    await sleep(pauseMs)
  }
  const release = () => rmSync(file, { force: true })
  // An interrupted tool ends this process without returning here.
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

/** @param {string} file */
function takeLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  if (!isHeld(file)) rmSync(file, { force: true })
  return false
}

/** @param {string} file */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // Empty while its holder is writing it, or where it died at that.
    return holder === 0 ? Date.now() - statSync(file).mtimeMs < writingMsMax : isRunning(holder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** @param {number} processId */
function isRunning(processId) {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, and runs.
    return hasCode(error, 'EPERM')
  }
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function hasCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}

import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programName } from './command-line.js'
import { readVersionFile, writeVersionFile } from './latest-version.js'
import type { Terminal } from './terminal.js'
import { version } from './version.js'

const dayMs = 86_400_000

/**
 * Prints a line if a newer version is known, at most once a day, and has the registry asked for the newest, at
 * most once a day, by a process that outlives this one: no command waits for it, and the line comes with a
 * later command. Does nothing in continuous integration, without a terminal, for a program (`--json`,
 * `--quiet`), with NO_UPDATE_NOTIFIER, or where the cache cannot be written.
 */
export function noteUpgrade(argv: readonly string[], terminal: Terminal, nowMs = Date.now()): void {
  if (!isWanted(argv, terminal)) return
  const { env, stderr } = terminal
  const file = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'mediagen', 'latest-version.json')
  const known = readVersionFile(file)
  const isDue = (lastMs = 0) => Math.abs(nowMs - lastMs) >= dayMs
  const isAsked = isDue(known.askedAtMs)
  const isShown = isNewer(known.latest, version) && isDue(known.shownAtMs)
  if (!isAsked && !isShown) return
  const times = { ...(isAsked && { askedAtMs: nowMs }), ...(isShown && { shownAtMs: nowMs }) }
  if (!writeVersionFile(file, { ...known, ...times })) return
  if (isShown) stderr.write(`mediagen ${known.latest} is available: ${upgradeCommand(terminal)}\n`)
  if (isAsked) askInBackground(file, env)
}

function isWanted(argv: readonly string[], { env, stdout, stderr }: Terminal): boolean {
  if (env.CI || env.NO_UPDATE_NOTIFIER || !stdout.isTTY || !stderr.isTTY) return false
  return !argv.some((word) => ['--json', '--quiet', '-q', 'completion', 'mcp'].includes(word))
}

function upgradeCommand(terminal: Terminal): string {
  return programName(terminal) === 'mediagen' ? 'npm install -g mediagen@latest' : 'npx mediagen@latest'
}

function askInBackground(file: string, env: Terminal['env']): void {
  const script = fileURLToPath(new URL('./ask-latest-version.js', import.meta.url))
  const child = spawn(process.execPath, [script, file], {
    // A folder that stays, and whose npm configuration is the user's own.
    cwd: homedir(),
    env,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  // Asked again tomorrow.
  child.once('error', () => undefined)
  child.unref()
}

/** Whether a released version is newer than this one. */
export function isNewer(latest: string | undefined, own: string): boolean {
  if (latest === undefined) return false
  const [theirs, ours] = [numbersOf(latest), numbersOf(own)]
  const at = theirs.findIndex((number, index) => number !== ours[index])
  return at !== -1 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}

function numbersOf(text: string): number[] {
  return (text.split('-')[0] ?? '').split('.').map(Number)
}

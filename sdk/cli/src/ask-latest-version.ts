// node ask-latest-version.js FILE: asks the registry of npm's configuration for the newest version and keeps
// it in the file. Runs in the background of a command; nobody reads its output.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { readVersion, readVersionFile, writeVersionFile } from './latest-version.js'

const timeoutMs = 60_000
const [, , file = ''] = process.argv
// npm itself knows the registry, the proxy and the credentials. On Windows it is a script, which needs a shell.
const env = { ...process.env, NO_UPDATE_NOTIFIER: '1' }
const { stdout } = await promisify(exec)('npm view mediagen version', { timeout: timeoutMs, env })
const latest = readVersion(stdout)
if (latest !== undefined) writeVersionFile(file, { ...readVersionFile(file), latest })

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../support/free-port.ts'
import { installLocked, npm } from '../../support/install-locked.ts'
import { untilPrinted } from '../../support/running-program.ts'

const here = fileURLToPath(new URL('..', import.meta.url))

export interface Registry {
  readonly url: string
  /** An environment in which npm publishes into this registry. */
  readonly env: NodeJS.ProcessEnv
  /** The registry that npm is configured for, which has everything else. */
  readonly configured: string
  close(): Promise<void>
}

/**
 * Serves a registry of its own below a folder, for the published packages alone: whoever installs them gets all
 * others from the registry that npm is configured for.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const missing = await installLocked(
    here,
    'installing the registry that a release is rehearsed against, and the Node versions to try it on, 260 MB',
  )
  if (missing !== '') throw new Error(missing)
  const url = `http://127.0.0.1:${await findFreePort()}`
  const configFile = join(folder, 'verdaccio.json')
  const configured = (await npm(here, ['config', 'get', 'registry'])).trim()
  await writeFile(configFile, JSON.stringify(configOf(folder)))
  const program = join(here, 'node_modules', 'verdaccio', 'bin', 'verdaccio')
  const child = spawn(process.execPath, [program, '--config', configFile, '--listen', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const close = async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  try {
    await untilPrinted(child, new RegExp(url))
    const npmrc = join(folder, 'npmrc')
    await writeFile(npmrc, `${url.slice('http:'.length)}/:_authToken=${await signUp(url)}\n`)
    const env = { ...process.env, npm_config_registry: url, npm_config_userconfig: npmrc }
    return { url, env, configured, close }
  } catch (error) {
    await close()
    throw error
  }
}

function configOf(folder: string) {
  return {
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    packages: {
      '@mediagen/*': { access: '$all', publish: '$authenticated' },
      mediagen: { access: '$all', publish: '$authenticated' },
    },
    web: { enable: false },
    log: { type: 'stdout', format: 'json', level: 'http' },
    // The bundled service is a large package.
    max_body_size: '100mb',
  }
}

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/-/user/org.couchdb.user:releaser`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'releaser', password: 'a password of this run' }),
  })
  const { token }: { token?: string } = await response.json()
  if (token === undefined) throw new Error(`the registry gave no token: ${response.status}`)
  return token
}

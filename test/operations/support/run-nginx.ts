import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from '../../support/free-port.ts'
import { untilHolds } from '../../support/until-holds.ts'
import { readText } from './deployment.ts'

interface NginxSurroundings {
  readonly apiPort: number
  readonly trustedProxies: string
  /** What compose.tls.yaml mounts. @default no TLS, as without that file */
  readonly tlsFolder?: string
}

/**
 * Runs nginx with the configuration of examples/self-host before an API on `apiPort`, until the test ends.
 * Returns the port that clients reach. Only places change: ports, folders and files, the API's address; the
 * upstream's `resolve`, which nginx knows since 1.27.3, goes, because an address is not looked up.
 */
export async function runNginx(
  program: string,
  { apiPort, trustedProxies, tlsFolder }: NginxSurroundings,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-nginx-'))
  const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const [port = 0, objectsPort, adminPort] = ports
  const places: readonly [string, string][] = [
    // First, because the folder may itself be below it.
    ['/tmp/', `${folder}/`],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['listen 9000;', `listen 127.0.0.1:${objectsPort};`],
    ['listen 8081;', `listen 127.0.0.1:${adminPort};`],
    ['server api:3000 resolve', `server 127.0.0.1:${apiPort}`],
    ['server objects:8333 resolve', 'server 127.0.0.1:1'],
    ['/etc/nginx/trusted-proxies.conf', join(folder, 'trusted-proxies.conf')],
    ['/etc/nginx/tls/', `${tlsFolder ?? join(folder, 'none')}/`],
    ['/dev/stderr', join(folder, 'error.log')],
    ['/dev/stdout', join(folder, 'access.log')],
  ]
  const configuration = places.reduce((text, [place, here]) => {
    if (!text.includes(place)) throw new Error(`nginx.conf has no ${place}`)
    return text.replaceAll(place, here)
  }, readText('examples/self-host/nginx.conf'))
  const file = join(folder, 'nginx.conf')
  // Otherwise its workers would be a user who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  writeFileSync(file, user + configuration)
  writeFileSync(join(folder, 'trusted-proxies.conf'), trustedProxies)

  const errors = join(folder, 'error.log')
  const args = ['-p', folder, '-e', errors, '-c', file, '-g', 'daemon off;']
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await untilHolds(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${readFileSync(errors, 'utf8')}`)
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  })
  return port
}

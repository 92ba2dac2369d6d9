import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startCounterpart } from '../engines/support/counterpart.ts'
import { createMachine, type MachineOptions } from './support/service-process.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
/** `nobody` on Debian. */
const nobody = { uid: 65_534, gid: 65_534 }

/** Why there can be no ordinary user beside root here; undefined if there can. */
function findObstacle(): string | undefined {
  if (process.getuid?.() !== 0)
    return 'these tests do not run as root, and so cannot start a program as another user'
  const main = join(project, 'server/dist/main.js')
  const program = `require('node:fs').accessSync(${JSON.stringify(main)})`
  const { status } = spawnSync(process.execPath, ['-e', program], nobody)
  return status === 0 ? undefined : `other users cannot read ${project}`
}

const obstacle = findObstacle()
if (obstacle !== undefined)
  process.stderr.write(`mediagen: nothing is tested as an ordinary user: ${obstacle}\n`)

/** A service with an engine that delivers at once, and one image that it generated. */
async function generateWithEngine(options: MachineOptions): Promise<unknown> {
  const picture = { width: 64, height: 64, channels: 3, background: 'teal' } as const
  const image = (await sharp({ create: picture }).png().toBuffer()).toString('base64')
  const engine = await startCounterpart(() => ({ json: { data: [{ b64_json: image }] } }))
  const machine = await createMachine({ ENGINE_KEY: 'a-secret-key' }, options)
  onTestFinished(() => machine.remove())
  const path = join(machine.folder, 'providers.yaml')
  const provider = { name: 'engine', kind: 'openai-images', url: `${engine.url}/v1`, model: 'any' }
  await writeFile(
    path,
    JSON.stringify({
      providers: [{ ...provider, apiKeyEnv: 'ENGINE_KEY' }],
      routes: [{ product: 'image.generate', tiers: ['1k'], providers: ['engine'] }],
    }),
  )
  const running = await machine.start('serve', { PROVIDERS_FILE: path })
  const account = await machine.createAccount('1.00')
  const { body } = await account.call('POST', '/api/v1/images/generations', {
    prompt: 'a lake',
    resolution: '1k',
  })
  const { status, error } = await account.finished(body.id)
  // A crash leaves the most behind.
  await running.stop('SIGKILL')
  return error ?? status
}

describe.skipIf(obstacle !== undefined)(
  'an ordinary user, where root ran before with the same temporary folder',
  () => {
    test('starts the service, whose engines deliver', async () => {
      expect(await generateWithEngine({})).toBe('SUCCEEDED')
      expect(await generateWithEngine({ user: nobody })).toBe('SUCCEEDED')
    })

    test('runs tests of engines, workers and media, and none fails', async () => {
      const home = await mkdtemp(join(tmpdir(), 'mediagen-home-'))
      onTestFinished(() => rm(home, { recursive: true, force: true }))
      await chown(home, nobody.uid, nobody.gid)
      await chmod(home, 0o700)
      const vitest = [join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--configLoader=runner']
      const projects = ['engines', 'unit', 'integration-sqlite'].flatMap((name) => ['--project', name])
      const files = [
        'test/engines/service/task-error',
        'test/engines/download',
        'server/src/worker/results/',
        'server/src/storage/',
      ]
      const { stdout } = await promisify(execFile)(process.execPath, [...vitest, ...projects, ...files], {
        ...nobody,
        cwd: project,
        env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: tmpdir(), CI: 'true', NO_COLOR: '1' },
      })
      expect(stdout).toMatch(/Tests +\d{3,} passed/)
    })
  },
)

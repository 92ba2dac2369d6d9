import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const run = promisify(execFile)

const uses = `
async function use({ Mediagen }, { createMockService }, { contractHandlers, mockServiceHandlers }, { setupServer }) {
  const stateless = { baseUrl: 'https://media.test' }
  const client = new Mediagen({ apiKey: 'any', ...stateless, maxRetries: 0 })
  const service = createMockService()
  const { baseUrl, clock } = service
  const server = setupServer(
    ...contractHandlers({ getTask: 'succeededVideo', generateImage: 'INSUFFICIENT_BALANCE' }, stateless),
    ...mockServiceHandlers(service),
  )
  server.listen({ onUnhandledRequest: 'error' })
  const refused = await client.images.generate({ prompt: 'x' }).catch(({ code }) => code)
  const video = await client.tasks.wait('any')
  const { length } = await video.download()
  const stateful = new Mediagen({ apiKey: 'any', baseUrl, clock })
  const generation = await stateful.images.generate({ prompt: 'x' })
  const { status } = await generation.wait()
  server.close()
  console.log(JSON.stringify([refused, length === video.files[0].sizeBytes, status]))
}
`
const packages = ['@mediagen/sdk', '@mediagen/sdk/testing', '@mediagen/sdk/testing/msw', 'msw/node']
const programs = {
  'program.mjs': `${uses}use(${packages.map((name) => `await import('${name}')`).join(', ')})\n`,
  'program.cjs': `${uses}use(${packages.map((name) => `require('${name}')`).join(', ')})\n`,
}

/** A folder with the built package and one version of msw, as npm would lay them out. */
async function installBeside(msw: string): Promise<string> {
  const folder = await mkdtemp(join(modules, '.mediagen-msw-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const place = join(folder, 'node_modules', '@mediagen', 'sdk')
  await mkdir(place, { recursive: true })
  await cp(join(packageFolder, 'dist'), join(place, 'dist'), { recursive: true })
  await cp(join(packageFolder, 'package.json'), join(place, 'package.json'))
  for (const [name, target] of [
    ['msw', msw],
    ['openapi-fetch', 'openapi-fetch'],
  ] as const)
    await symlink(join(modules, target), join(folder, 'node_modules', name))
  const dependencies = { '@mediagen/sdk': '*', msw: '*' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  return folder
}

describe.each([
  ['2', 'msw'],
  ['3', 'msw-3'],
])('beside version %s of msw', (major, msw) => {
  test('npm takes the package', async () => {
    const cwd = await installBeside(msw)
    const { stdout } = await run('npm', ['ls', 'msw', '--json'], { cwd })
    const { dependencies } = JSON.parse(stdout)
    expect(dependencies.msw.version).toMatch(new RegExp(`^${major}\\.`))
  })

  test('its handlers respond, imported and required', async () => {
    const cwd = await installBeside(msw)
    for (const [name, text] of Object.entries(programs)) {
      await writeFile(join(cwd, name), text)
      const { stdout } = await run(process.execPath, [name], { cwd })
      expect(JSON.parse(stdout)).toEqual(['INSUFFICIENT_BALANCE', true, 'SUCCEEDED'])
    }
  })
})

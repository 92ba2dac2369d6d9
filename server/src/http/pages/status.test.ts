import { afterEach, describe, expect, test } from 'vitest'
import type { AvailableProduct } from '../../use-cases/providers/list-availability.ts'
import type { Trouble } from '../../use-cases/providers/list-troubles.ts'
import { fakeUseCases, startTestHttp, type TestHttp } from '../support/test-http.ts'

const works = async () => undefined
const offered: AvailableProduct[] = [
  { product: 'image.generate', tiers: [{ tier: '1k', isAvailable: true }] },
  {
    product: 'video.generate',
    tiers: [
      { tier: '480p', isAvailable: true },
      { tier: '720p', isAvailable: true },
    ],
  },
]

let service: TestHttp
afterEach(() => service.close())

async function start(
  listAvailability: () => Promise<readonly AvailableProduct[]> = async () => offered,
  readinessChecks: Record<string, () => Promise<unknown>> = { database: works, objectStore: works },
  listTroubles: () => Promise<readonly Trouble[]> = async () => [],
): Promise<void> {
  service = await startTestHttp({
    readinessChecks,
    useCases: { ...fakeUseCases([]), listAvailability, listTroubles },
  })
}

async function openStatus(): Promise<string> {
  const response = await service.call('/status', { withKey: false })
  expect(response.status).toBe(200)
  return response.text()
}

/** The text of the page without its markup, as somebody reads it. */
async function readStatus(): Promise<string> {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(await openStatus())?.[1] ?? ''
  return main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

describe('the status page', () => {
  test('says that everything works, what can be ordered, and the version', async () => {
    await start()
    const text = await readStatus()
    expect(text).toContain(
      'Everything works New tasks are accepted for every product and resolution that is offered.',
    )
    expect(text).toContain('Text to image 1k 1,024 px')
    expect(text).toContain('Text to video 480p 720p')
    expect(text).toContain('Accounts and tasks available Uploads and results available')
    expect(text).toMatch(/Version \d+\.\d+\.\d+/)
  })

  test('names the resolution that cannot be ordered, and no engine', async () => {
    await start(async () => [
      {
        product: 'video.generate',
        tiers: [
          { tier: '480p', isAvailable: true },
          { tier: '720p', isAvailable: false },
        ],
      },
    ])
    const text = await readStatus()
    expect(text).toContain('Some resolutions are unavailable')
    expect(text).toContain('480p 720p: unavailable')
  })

  test('names the product of which no resolution can be ordered, and says once that its engines fail', async () => {
    const [image, video] = offered
    const out = image?.tiers.map(({ tier }) => ({ tier, isAvailable: false })) ?? []
    const engines: Trouble[] = [
      { product: 'image.generate', kind: 'enginesFail' },
      { product: 'video.generate', kind: 'waits' },
    ]
    await start(
      async () => [{ product: 'image.generate', tiers: out }, ...(video === undefined ? [] : [video])],
      undefined,
      async () => engines,
    )
    const text = await readStatus()
    expect(text).toContain('Text to image is unavailable')
    expect(text).toContain('Text to video: tasks wait a long time.')
    expect(text).not.toContain('Some resolutions')
    expect(text).not.toContain('attempts failed')
  })

  test('does not claim that everything works while the engines of a product fail, though orders are accepted', async () => {
    await start(undefined, undefined, async () => [{ product: 'image.generate', kind: 'enginesFail' }])
    const text = await readStatus()
    expect(text).toContain('Not everything works Text to image: the last attempts failed.')
    expect(text).not.toContain('New tasks are accepted')
  })

  test('says that the service is not ready while its database is away, and nothing of why', async () => {
    const away = () => Promise.reject(new Error('db.internal refused the password'))
    await start(away, { database: away, databaseWritable: away, objectStore: works })
    const html = await openStatus()
    expect(html).not.toContain('db.internal')
    const text = await readStatus()
    expect(text).toContain('The service is not ready')
    expect(text).toContain('Accounts and tasks unavailable Uploads and results available')
    expect(text).toContain('cannot be said at the moment')
  })

  test('does not claim that everything works while tasks fail or wait, and gives no numbers', async () => {
    const troubles: Trouble[] = [
      { product: 'image.generate', kind: 'fails' },
      { product: 'video.generate', kind: 'waits' },
    ]
    await start(undefined, undefined, async () => troubles)
    const text = await readStatus()
    expect(text).not.toContain('Everything works')
    expect(text).toContain(
      'Text to image: most tasks have failed lately. Text to video: tasks wait a long time. A task that fails is refunded.',
    )
  })

  test('claims nothing that it cannot read', async () => {
    await start(undefined, undefined, () => Promise.reject(new Error('db.internal')))
    expect(await readStatus()).toContain('The state is not known')
  })

  test('says so where nothing is offered', async () => {
    await start(async () => [])
    expect(await readStatus()).toContain('Nothing is offered yet')
  })

  test('checks once for all who ask at one time, whichever page they ask', async () => {
    let checks = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const database = async () => {
      checks += 1
      await held
    }
    await start(async () => offered, { database })
    const asked = ['/status', '/status', '/readyz', '/status', '/readyz'].map((path) =>
      service.call(path, { withKey: false }),
    )
    await expect.poll(() => checks).toBe(1)
    await service.call('/healthz', { withKey: false })
    release()
    for (const response of await Promise.all(asked)) expect(response.status).toBe(200)
    expect(checks).toBe(1)
  })

  test('takes its style and script from files of this host alone, and lets no text become markup', async () => {
    await start()
    const response = await service.call('/status', { withKey: false })
    const policy = response.headers.get('Content-Security-Policy')
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
    const html = await response.text()
    for (const [, address = ''] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g))
      expect((await service.call(address, { withKey: false })).status, address).toBe(200)
    expect(html).not.toMatch(/<script>|<style|style="/)
  })
})

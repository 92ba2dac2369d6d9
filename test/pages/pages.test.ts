import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { untilHolds } from '../support/until-holds.ts'

describeInBrowser('the pages, in a browser that reaches no other host', () => {
  let machine: Machine

  beforeAll(async () => {
    machine = await createMachine()
    await machine.start('serve')
  })
  afterAll(() => machine.remove())

  async function open(path: string): Promise<WatchedPage> {
    const watched = await openPage(machine.baseUrl)
    onTestFinished(() => watched.close())
    const response = await watched.page.goto(path, { waitUntil: 'load' })
    expect(response?.status()).toBe(200)
    return watched
  }

  function expectToKeepToItself({ outsideRequests, errors }: WatchedPage): void {
    expect(outsideRequests).toEqual([])
    expect(errors).toEqual([])
  }

  test.each([
    ['/gallery', 'light'],
    ['/gallery', 'dark'],
    ['/status', 'light'],
    ['/status', 'dark'],
  ] as const)('%s has nothing that axe finds serious, %s', async (path, colorScheme) => {
    const watched = await openPage(machine.baseUrl, { colorScheme })
    onTestFinished(() => watched.close())
    await watched.page.goto(path, { waitUntil: 'networkidle' })
    expect(await seriousViolations(watched.page)).toEqual([])
    expectToKeepToItself(watched)
  })

  test('/status follows the service while it is open, and says so when it gets no response', async () => {
    const { page } = await open('/status')
    const verdict = page.locator('.verdict')
    const at = await page.locator('time').getAttribute('datetime')
    const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.route('/status', (route) => route.abort())
    await lookAgain()
    await untilHolds(async () => expect(await verdict.textContent()).toContain('does not respond'))
    await page.unroute('/status')
    await untilHolds(async () => {
      await lookAgain()
      expect(await verdict.textContent()).toContain('Everything works')
    })
    expect(await page.locator('time').getAttribute('datetime')).not.toBe(at)
  })

  test('a result link plays in the browser', async () => {
    const account = await machine.createAccount('1.00')
    const video = { prompt: 'a lake', resolution: '480p', aspectRatio: '1:1', durationSeconds: 4 }
    const { body } = await account.call('POST', '/api/v1/videos/generations', video)
    const { output } = await account.finished(body.id, 30_000)
    const watched = await open('/gallery')
    const size = await watched.page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const video = document.createElement('video')
          video.onloadeddata = () =>
            resolve([video.videoWidth, video.videoHeight, Math.round(video.duration)])
          video.onerror = () => resolve(video.error?.message)
          video.src = address
        }),
      output.videos[0].url,
    )
    expect(size).toEqual([480, 480, 4])
  })
})

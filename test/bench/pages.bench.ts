// What a visitor waits for and loads: each page in Chromium as on a slow phone, and the first picture of a service
// that has just been started for the first time. Run it with `npm run bench -- pages`.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { startService } from '../../scripts/demo/service.ts'
import { findBrowser } from '../support/launch-browser.ts'
import { formatNumber, median } from './support/figures.ts'
import { sized } from './support/options.ts'
import { createReport, under } from './support/report.ts'

const visits = sized(5, 1)
const firstPictureMsMax = 3000

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
/** Lighthouse's phone: a quarter of this processor, 1.6 Mbit/s and 150 ms for a round trip. */
const slowness = { cpu: 4, downloadBytesPerSecond: (1.6 * 1024 * 1024) / 8, roundTripMs: 150 }
/** The page counts as usable once it can be, and its thread then was free for this long. */
const quietMs = 250
/** A page that is not usable by then never is. */
const usableMsMax = 30_000

/** What a visit cost. */
interface Visit {
  readonly interactiveMs: number
  readonly layoutShift: number
  readonly bytes: number
  readonly scriptBytes: number
}

/** Each page with what shows that it can be used, and what was promised of it. */
const pages: readonly (readonly [string, string, string, Partial<Visit>])[] = [
  ['playground', '/', 'button:enabled', { interactiveMs: 1500, scriptBytes: 120_000, layoutShift: 0.01 }],
  ['gallery', '/gallery', 'main img', { bytes: 400_000, layoutShift: 0.01 }],
  ['docs', '/docs/', 'h1', { bytes: 400_000, layoutShift: 0.01 }],
]

const report = createReport('pages')
const nothingStops = new AbortController().signal
const startedMs = performance.now()
const started = await startService(nothingStops)
const readyMs = performance.now() - startedMs
const browser = await chromium.launch({
  executablePath: findBrowser() ?? '',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
let service = started
try {
  const pictureMs = await timeFirstPicture(browser)
  // A visitor comes to a service on which nobody has made a picture yet, which would be shown as large as it is.
  await service.stop()
  service = await startService(nothingStops)
  report.add({
    what: 'the first picture of a first start: start, page, picture',
    measured: `${formatNumber(readyMs)} ms until ready, ${formatNumber(pictureMs)} ms from the click`,
    promised: under(readyMs + pictureMs, firstPictureMsMax, ' ms'),
  })
  for (const [name, path, usable, limits] of pages) {
    const seen: Visit[] = []
    for (let visit = 0; visit < visits; visit += 1) seen.push(await visitPage(browser, path, usable))
    const of = (figure: keyof Visit) => median(seen.map((one) => one[figure]))
    const limited = (figure: keyof Visit, unit: string) =>
      limits[figure] === undefined ? undefined : under(of(figure), limits[figure], unit, 'median')
    report.add({
      what: `${name} on a slow phone: usable`,
      measured: `${formatNumber(of('interactiveMs'))} ms`,
      promised: limited('interactiveMs', ' ms'),
    })
    report.add({
      what: `${name}: its first view, and scripts of it`,
      measured: `${formatNumber(of('bytes') / 1000)} kB, ${formatNumber(of('scriptBytes') / 1000)} kB`,
      promised: limited('scriptBytes', ' bytes of scripts') ?? limited('bytes', ' bytes'),
    })
    report.add({
      what: `${name}: layout shift`,
      measured: of('layoutShift').toFixed(4),
      promised: limited('layoutShift', ''),
    })
  }
  report.write([`Chromium ${browser.version()}`])
} finally {
  await browser.close()
  await service.stop()
}

/** From the click on a page that is open, to the picture, decoded. */
async function timeFirstPicture(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  await page.goto(service.url)
  await page.getByLabel('Prompt').fill('a lighthouse in a storm')
  const clickedMs = performance.now()
  await page.locator('.composer [type=submit]').click()
  const picture = page.locator('.job[data-status=SUCCEEDED] img').first()
  await picture.waitFor()
  await picture.evaluate((image: HTMLImageElement) => image.decode())
  const tookMs = performance.now() - clickedMs
  await page.close()
  return tookMs
}

async function visitPage(browser: Browser, path: string, usable: string): Promise<Visit> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowness.roundTripMs,
    downloadThroughput: slowness.downloadBytesPerSecond,
    uploadThroughput: slowness.downloadBytesPerSecond,
  })
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu })
  const sizes = new Map<string, number>()
  const scripts = new Set<string>()
  network.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await page.addInitScript(observe, usable)
  await page.goto(service.url + path, { waitUntil: 'networkidle' })
  const { interactiveMs, layoutShift } = await untilUsable(page)
  await context.close()
  const sum = (ids: Iterable<string>) => [...ids].reduce((bytes, id) => bytes + (sizes.get(id) ?? 0), 0)
  return { interactiveMs, layoutShift, bytes: sum(sizes.keys()), scriptBytes: sum(scripts) }
}

interface Observed {
  usableMs: number | undefined
  longTaskEndMs: number
  layoutShift: number
}

/** Runs in the page before its scripts. */
function observe(usable: string): void {
  const observed: Observed = { usableMs: undefined, longTaskEndMs: 0, layoutShift: 0 }
  Object.assign(window, { observed })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      observed.longTaskEndMs = Math.max(observed.longTaskEndMs, startTime + duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      observed.layoutShift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector(usable) === null) return void requestAnimationFrame(look)
    observed.usableMs = performance.now()
  }
  look()
}

async function untilUsable(page: Page): Promise<{ interactiveMs: number; layoutShift: number }> {
  return page.evaluate(
    async ([quietMs, usableMsMax]) => {
      const { observed } = window as unknown as { observed: Observed }
      const endMs = () => Math.max(observed.usableMs ?? Number.POSITIVE_INFINITY, observed.longTaskEndMs)
      while (performance.now() < endMs() + quietMs) {
        if (performance.now() > usableMsMax) throw new Error('the page does not become usable')
        await new Promise((resolve) => setTimeout(resolve, quietMs))
      }
      return { interactiveMs: endMs(), layoutShift: observed.layoutShift }
    },
    [quietMs, usableMsMax] as const,
  )
}

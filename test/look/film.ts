import type { Browser, CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'

/** Wide enough for the form beside the results, and as small as a README shows it. */
const viewport = { width: 1120, height: 700 }
const filmWidth = 800
const framesPerSecond = 6
const typingMs = 35
const lookMs = 1500

interface Frame {
  readonly image: Buffer
  readonly atMs: number
}

/**
 * Records the playground, from a prompt to a film of its picture, in real time as an animated WebP. The page is
 * the demo account's of a service at `baseURL`.
 */
export async function recordFilm(browser: Browser, baseURL: string): Promise<Buffer> {
  const context = await browser.newContext({ baseURL, viewport, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto('/', { waitUntil: 'networkidle' })
  const session = await context.newCDPSession(page)
  const frames = await record(session, () => usePlayground(page))
  await context.close()
  return animate(frames)
}

async function usePlayground(page: Page): Promise<void> {
  const results = page.locator('#results')
  await page.waitForTimeout(lookMs)
  await page
    .getByRole('textbox', { name: 'Prompt', exact: true })
    .pressSequentially('a lighthouse in a storm, oil on canvas', { delay: typingMs })
  await page.locator('.composer [type=submit]').click()
  await results.locator('article img').first().waitFor()
  await page.waitForTimeout(lookMs)
  await results.getByRole('button', { name: 'Use as input' }).click()
  await page.getByText('Image to video', { exact: true }).click()
  await page.locator('.composer [type=submit]').click()
  await results.locator('article video').first().waitFor()
  await page.waitForTimeout(2 * lookMs)
}

/** What the browser paints during `action`: a frame for each change. */
async function record(session: CDPSession, action: () => Promise<void>): Promise<Frame[]> {
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ image: Buffer.from(data, 'base64'), atMs: (metadata.timestamp ?? 0) * 1000 })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await action()
  await session.send('Page.stopScreencast')
  return frames
}

/** Frames at an even rate: of each interval the last, for as long as nothing changed. */
async function animate(frames: readonly Frame[]): Promise<Buffer> {
  const intervalMs = 1000 / framesPerSecond
  const kept = frames.filter(
    ({ atMs }, index) =>
      Math.floor(atMs / intervalMs) !== Math.floor((frames[index + 1]?.atMs ?? 0) / intervalMs),
  )
  const images = await Promise.all(
    kept.map(({ image }) =>
      sharp(image).resize({ width: filmWidth }).png({ compressionLevel: 1 }).toBuffer(),
    ),
  )
  const delay = kept.map(({ atMs }, index) => Math.round((kept[index + 1]?.atMs ?? atMs + lookMs) - atMs))
  return sharp(images, { join: { animated: true } })
    .webp({ delay, loop: 0, quality: 60, effort: 6 })
    .toBuffer()
}

import type { Browser, CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'

/** Wide enough for the form beside the results, and as small as a README shows it. */
const viewport = { width: 1120, height: 700 }
const filmWidth = 800
const framesPerSecond = 6
const typingMs = 35
const lookMs = 1000
const stepMsMax = 60_000

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
  page.setDefaultTimeout(stepMsMax)
  const done = page.locator('.job[data-status=SUCCEEDED]')
  const send = page.locator('.composer [type=submit]')
  await page.waitForTimeout(lookMs)
  await page
    .getByLabel('Prompt')
    .pressSequentially('a lighthouse in a storm, oil on canvas', { delay: typingMs })
  await send.click()
  await done.locator('img').first().waitFor()
  await page.waitForTimeout(lookMs)
  await page.getByRole('button', { name: 'Use as input' }).click()
  await page.locator('.products').getByText('Image to video', { exact: true }).click()
  await page.locator('.tiles').getByText('Day to night').click()
  await page.getByText('Uploaded and ready').waitFor()
  await send.click()
  await done.locator('video').waitFor()
  await page.waitForTimeout(lookMs)
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
  // The browser does not send them in order.
  return frames.sort((left, right) => left.atMs - right.atMs)
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
    .webp({ delay, loop: 0, quality: 85, effort: 6 })
    .toBuffer()
}

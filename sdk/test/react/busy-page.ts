import { Mediagen } from '@mediagen/sdk'
import type { WatchedPage } from '../../../test/support/browser.js'
import type { ReactSite } from './site.js'

type Page = WatchedPage['page']

/** How many tasks a busy page follows: more than three times the connections that a browser opens to an origin. */
export const followedMax = 20

/** Orders so many tasks as the visitor of the page, and has it follow them; resolves to their ids. */
export async function followMany({ url }: ReactSite, page: Page): Promise<string[]> {
  const client = new Mediagen({ apiKey: '', baseUrl: `${url}/api/mediagen` })
  const order = async () => (await client.images.generate({ prompt: 'waits' })).id
  const ids = await Promise.all(Array.from({ length: followedMax }, order))
  await page.goto(`${url}/?prompt=waits&list=${ids.map(encodeURIComponent).join()}`)
  await page
    .locator('li', { hasText: 'Waiting to start' })
    .nth(followedMax - 1)
    .waitFor()
  return ids
}

/** A further order, the balance, a cancellation and the balance in the page, each until it is answered. */
export async function askMeanwhile(page: Page): Promise<void> {
  const shows = (id: string, text: string) =>
    page.locator(`#${id}`, { hasText: new RegExp(`^${text}$`) }).waitFor()
  await shows('balance', '\\d+\\.\\d\\d')
  const balance = Number(await page.textContent('#balance'))
  await page.click('#submit')
  await shows('state', 'waiting')
  await page.click('#refresh')
  await shows('balance', (balance - 0.02).toFixed(2))
  await page.click('#cancel')
  await shows('state', 'cancelled')
  await page.click('#refresh')
  await shows('balance', balance.toFixed(2))
}

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, describe } from 'vitest'
import { requiredBy } from '../../scripts/set-up/requirements.mjs'
import { findBrowser, launchBrowser } from './launch-browser.ts'

/** A page that can reach one host only. */
export interface WatchedPage {
  readonly page: Page
  /** The address of every request that was for another host, in order. All of them were rejected. */
  readonly outsideRequests: readonly string[]
  /** What the page said by console.error, and every error that it did not catch. */
  readonly errors: readonly string[]
  /** Closes the page and deletes what it stored. */
  close(): Promise<void>
}

/**
 * A `describe` for tests that need a browser. They are skipped, and shown as such, where there is none, and
 * fail where MEDIAGEN_REQUIRE says that there must be one.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  const isRequired = requiredBy('browser') !== undefined
  describe.skipIf(findBrowser() === undefined && !isRequired)(name, () => {
    tests()
    afterAll(closeBrowsers)
  })
}

/**
 * Opens an empty page that reaches nothing but the host and port of `baseUrl`, and of the addresses in
 * `alsoReached`. To be called within `describeInBrowser`. Pages share a browser, but no storage.
 */
export async function openPage(
  baseUrl: string,
  { alsoReached = [], ...context }: BrowserContextOptions & { alsoReached?: readonly string[] } = {},
): Promise<WatchedPage> {
  const browser = await browserFor(new URL(baseUrl).hostname)
  // A service worker would fetch past the route below.
  const opened = await browser.newContext({ ...context, serviceWorkers: 'block', baseURL: baseUrl })
  const hosts = [baseUrl, ...alsoReached].map((address) => new URL(address).host)
  const outsideRequests: string[] = []
  const errors: string[] = []
  const isOutside = (address: string) => {
    const url = new URL(address)
    return /^(https?|wss?):$/.test(url.protocol) && !hosts.includes(url.host)
  }
  await opened.route(
    (url) => isOutside(url.href),
    (route) => {
      outsideRequests.push(route.request().url())
      return route.abort('blockedbyclient')
    },
  )
  await opened.routeWebSocket(
    (url) => isOutside(url.href),
    (socket) => {
      outsideRequests.push(socket.url())
      return socket.close()
    },
  )
  const page = await opened.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, outsideRequests, errors, close: () => opened.close() }
}

/** The running browsers, each by the host that it reaches: to start one takes a second. */
const browsers = new Map<string, Promise<Browser>>()

function browserFor(host: string): Promise<Browser> {
  const running = browsers.get(host) ?? launchBrowser(host)
  browsers.set(host, running)
  return running
}

async function closeBrowsers(): Promise<void> {
  const running = [...browsers.values()]
  browsers.clear()
  await Promise.all(running.map(async (browser) => (await browser).close()))
}

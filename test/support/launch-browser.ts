import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const browserOptions = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** Where the browser is: CHROMIUM_PATH, else Debian's; undefined where there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, '/usr/bin/chromium']
  return candidates.find((file) => file !== undefined && existsSync(file))
}

/** Starts a browser that reaches one host only. Throws where there is no browser. */
export function launchBrowser(host: string): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) {
    throw new Error('there is no browser: install chromium (apt-get install chromium) or set CHROMIUM_PATH')
  }
  return chromium.launch({
    executablePath,
    // What the browser asks for on its own, outside any page, finds no host at all.
    args: [...browserOptions, `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${host}`],
  })
}

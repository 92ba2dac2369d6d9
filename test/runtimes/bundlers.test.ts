import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { describeInBrowser, openPage } from '../support/browser.ts'
import { expectedReport, serveMock, skipWhere } from './support/mock.ts'

const folder = inject('consumerFolder')
const packages = fileURLToPath(new URL('node_modules', import.meta.url))
/** An error class with its ancestors, and the tables whose making a bundler takes for an effect. */
const errorBytesMax = 2500

/** Bundles a file for browsers into one file and gives its code. */
const bundlers = {
  async esbuild(file: string): Promise<string> {
    const options = ['--bundle', '--minify', '--format=esm', '--platform=browser']
    return run(join(packages, 'esbuild', 'bin', 'esbuild'), file, ...options)
  },
  async rollup(file: string): Promise<string> {
    const options = [
      '--format',
      'es',
      '--silent',
      '--plugin',
      join(packages, '@rollup', 'plugin-node-resolve'),
    ]
    return run(join(packages, 'rollup', 'dist', 'bin', 'rollup'), file, ...options, '--inlineDynamicImports')
  },
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

describe.each(Object.entries(bundlers))('bundled by %s, the packed SDK', (_, bundle) => {
  test('is left out where only an error class of it is used', async (context) => {
    skipWhere(inject('runtimesMissing') || undefined, context)
    const code = await bundle('only-an-error.mjs')
    expect(code).toContain('RateLimitError')
    expect(code).not.toContain('/api/v1/')
    expect(code.length).toBeLessThan(errorBytesMax)
  })
})

describeInBrowser('bundled, the packed SDK in a browser', () => {
  test.for(Object.entries(bundlers))('does all its work: %s', async ([, bundle], context) => {
    skipWhere(inject('runtimesMissing') || undefined, context)
    const pages = {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': { type: 'text/javascript', body: await bundle('in-browser.mjs') },
      '/favicon.ico': { type: 'image/x-icon', body: '' },
    }
    const { url } = await serveMock(pages)
    const { page, outsideRequests, close } = await openPage(url)
    try {
      await page.goto(url)
      const report = await page.evaluate('report')
      expect(report).toEqual(expectedReport)
      expect(outsideRequests).toEqual([])
    } finally {
      await close()
    }
  })
})

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProxy, pageOperations, toNodeHandler } from '@mediagen/sdk/proxy'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { build, type Options } from 'tsup'

const hourMs = 3_600_000
const proxyPath = '/api/mediagen/'

/** A page with hooks beside the SDK's proxy, over HTTP/1.1. */
export interface ReactSite {
  readonly url: string
  /** The idempotency keys of the orders that came from the page, in order. */
  readonly orders: readonly unknown[]
  /** The requests for tasks that the page waits for, each with the ids that it follows. */
  openPolls(): readonly (readonly string[])[]
  /** The most of them at a time so far. */
  openPollsMost(): number
  /**
   * Whether orders are taken to the service, and their connections broken instead of a response. A browser
   * sends one again by itself.
   */
  loseResponses(isLosing: boolean): void
  /** What the server rendered: the HTML inside of the root. */
  readonly hello: string
  close(): Promise<void>
}

/** A site on a stateful mock of its own. */
export interface MockedSite extends ReactSite {
  readonly mock: MockServer
}

/** The folders of a React that a workspace of this repository has. */
export function findReact(workspace: string): Record<'react' | 'react-dom', string> {
  const { resolve } = createRequire(new URL(`../../../${workspace}/package.json`, import.meta.url))
  return {
    react: dirname(resolve('react/package.json')),
    'react-dom': dirname(resolve('react-dom/package.json')),
  }
}

export async function startMockedSite(react: Record<'react' | 'react-dom', string>): Promise<MockedSite> {
  const mock = await startMockServer({
    port: 0,
    // By its prompt a task waits until it is cancelled, or takes its time.
    queuedMs: ({ request }) => (request.prompt === 'waits' ? hourMs : 50),
    processingMs: ({ request }) => (request.prompt === 'slow' ? 1500 : 50),
  })
  const site = await startReactSite(react, { apiKey: 'mgk_only_on_the_server', baseUrl: mock.url })
  return {
    ...site,
    mock,
    async close() {
      await site.close()
      await mock.close()
    },
  }
}

/** A site on a service that runs. */
export async function startReactSite(
  react: Record<'react' | 'react-dom', string>,
  service: { readonly apiKey: string; readonly baseUrl: string },
): Promise<ReactSite> {
  const { script, hello } = await buildPage(react)
  const proxy = createProxy({
    authorize: () => 'anna',
    ...service,
    operations: [...pageOperations, 'getAccount'],
    requestsPerMinute: 1000,
  })
  const forward = toNodeHandler(proxy)
  const orders: unknown[] = []
  const polls = new Set<readonly string[]>()
  let pollsMost = 0
  let isLosing = false
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page')
    if (!pathname.startsWith(proxyPath)) {
      const isScript = pathname === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      const inside = searchParams.has('hydrate') ? hello : ''
      const html = `<!doctype html><div id="root">${inside}</div><script type="module" src="/page.js"></script>`
      return response.end(isScript ? script : html)
    }
    if (request.headers['idempotency-key'] !== undefined) {
      orders.push(request.headers['idempotency-key'])
      if (isLosing) {
        response.end = () => {
          request.socket.destroy()
          return response
        }
      }
    }
    const [, taskId] = /\/tasks(?:\/([^/]+))?$/.exec(pathname) ?? []
    if (request.method === 'GET' && pathname.includes('/tasks')) {
      const ids = taskId === undefined ? searchParams.getAll('id') : [decodeURIComponent(taskId)]
      polls.add(ids)
      pollsMost = Math.max(pollsMost, polls.size)
      response.once('close', () => polls.delete(ids))
    }
    return forward(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    orders,
    hello,
    openPolls: () => [...polls],
    openPollsMost: () => pollsMost,
    loseResponses(value) {
      isLosing = value
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The page's script, and what the same React renders on a server, with the package as others install it. */
async function buildPage(alias: Record<string, string>): Promise<{ script: string; hello: string }> {
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  const folder = await mkdtemp(join(modules, '.mediagen-react-'))
  const shared: Options = {
    config: false,
    silent: true,
    dts: false,
    target: 'es2022',
    noExternal: [/.*/],
    splitting: false,
    outDir: folder,
    esbuildOptions(options) {
      options.alias = alias
      options.jsx = 'automatic'
    },
  }
  const source = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  try {
    const page = { page: source('page/main.tsx') }
    await build({
      ...shared,
      entry: page,
      format: ['esm'],
      platform: 'browser',
      env: { NODE_ENV: 'development' },
    })
    const text = [
      `import { renderToString } from 'react-dom/server'`,
      `import { createElement } from 'react'`,
      `import { Hello } from ${JSON.stringify(source('page/hello.tsx'))}`,
      `export const hello = renderToString(createElement(Hello, {}))`,
    ].join('\n')
    await writeFile(join(folder, 'server.ts'), text)
    await build({
      ...shared,
      entry: { server: join(folder, 'server.ts') },
      format: ['cjs'],
      platform: 'node',
    })
    const { hello } = createRequire(import.meta.url)(join(folder, 'server.cjs'))
    return { script: await readFile(join(folder, 'page.js'), 'utf8'), hello }
  } finally {
    await rm(folder, { recursive: true })
  }
}

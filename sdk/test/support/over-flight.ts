import { createRequire, registerHooks } from 'node:module'
import { PassThrough, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'

interface FlightServer {
  renderToPipeableStream(
    model: unknown,
    clients: object,
    options: { onError(error: unknown): void },
  ): { pipe(to: Writable): void }
}

const flight = loadFlight()

/**
 * What a page gets of a value that a server action returns: React in production, as Next.js has it. React takes the
 * value itself in another way than what it contains.
 */
export async function overFlight(value: unknown): Promise<unknown> {
  const sent = new PassThrough()
  let failure: unknown
  const onError = (error: unknown) => {
    failure = error
  }
  flight.renderToPipeableStream(value, {}, { onError }).pipe(sent)
  const rows = await text(sent)
  if (failure !== undefined) throw failure
  const [, json = ''] = /^0:(.*)$/m.exec(rows) ?? []
  return JSON.parse(json, (_, part: unknown) => (part === '$undefined' ? undefined : part))
}

/** The server's half needs React's server build, which is chosen by a condition that the tests do not have. */
function loadFlight(): FlightServer {
  const own = createRequire(import.meta.url)
  const builds: Readonly<Record<string, string>> = {
    react: 'react.react-server.js',
    'react-dom': 'react-dom.react-server.js',
  }
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const build = builds[specifier]
      if (build === undefined) return next(specifier, context)
      const path = own.resolve(`${specifier}/package.json`).replace('package.json', build)
      return { url: pathToFileURL(path).href, format: 'commonjs', shortCircuit: true }
    },
  })
  vi.stubEnv('NODE_ENV', 'production')
  try {
    const ofExample = createRequire(new URL('../../../examples/nextjs-gallery/package.json', import.meta.url))
    return ofExample('next/dist/compiled/react-server-dom-webpack/server.node')
  } finally {
    vi.unstubAllEnvs()
    hooks.deregister()
  }
}

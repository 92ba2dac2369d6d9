import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createProxy, pageOperations, toNodeHandler } from '@mediagen/sdk/proxy'
import type { Connect, Plugin } from 'vite'

const proxyPath = '/playground/proxy'
const galleryPath = '/gallery/files/'
const settingsPlace = '<meta name="playground" content="{}">'

/**
 * Lets `npm run dev` and `npm run preview` use any service: with MEDIAGEN_BASE_URL and MEDIAGEN_API_KEY by
 * the SDK's proxy handler, so that the key stays here; without them the page asks for an address and a key.
 */
export function serviceSwitch(): Plugin {
  const baseUrl = process.env.MEDIAGEN_BASE_URL?.replace(/\/+$/, '')
  const apiKey = process.env.MEDIAGEN_API_KEY
  return {
    name: 'service-switch',
    transformIndexHtml: {
      // A build is told by the server that serves it.
      handler: async (html, { server }) =>
        server === undefined ? html : withSettings(html, baseUrl, apiKey),
    },
    configureServer({ middlewares }) {
      connect(middlewares, baseUrl, apiKey)
    },
    configurePreviewServer({ middlewares, config }) {
      connect(middlewares, baseUrl, apiKey)
      middlewares.use(async (request, response, next) => {
        if (request.url?.split('?')[0] !== '/') return next()
        const html = await readFile(`${config.root}/${config.build.outDir}/index.html`, 'utf8')
        response.setHeader('Content-Type', 'text/html; charset=utf-8')
        response.end(await withSettings(html, baseUrl, apiKey))
      })
    },
  }
}

function connect(middlewares: Connect.Server, baseUrl: string | undefined, apiKey: string | undefined): void {
  if (baseUrl === undefined) return
  if (apiKey !== undefined) {
    // This is a developer's own machine, and Vite answers no other host's name.
    const proxy = createProxy({
      apiKey,
      baseUrl,
      authorize: () => ({ id: 'developer', listsAllTasks: true }),
      operations: [...pageOperations, 'getAccount', 'getUsage'],
      requestsPerMinute: 60,
      fetch: (address, init) => fetch(address, withPreference(String(address), init)),
    })
    middlewares.use(proxyPath, toNodeHandler(proxy))
  }
  middlewares.use(
    galleryPath,
    (request, response) => void passFile(`${baseUrl}${galleryPath}`, request, response),
  )
}

/**
 * Asks Prism for another example: MEDIAGEN_PREFER has the beginning of a path and the wish, such as
 * `/api/v1/tasks/ example=queued`; several are separated by `;`. Read anew for each request.
 */
function withPreference(address: string, init: RequestInit = {}): RequestInit {
  const { pathname } = new URL(address)
  for (const rule of (process.env.MEDIAGEN_PREFER ?? '').split(';')) {
    const [, path = '', wish = ''] = /^\s*(\/\S+)\s+(.+?)\s*$/.exec(rule) ?? []
    if (path === '' || !pathname.startsWith(path)) continue
    const headers = new Headers(init.headers)
    headers.set('prefer', wish)
    return { ...init, headers }
  }
  return init
}

/** The gallery's files are no part of the contract: mocks have none. */
async function passFile(
  place: string,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = await fetch(`${place}${url.slice(1)}`).catch(() => undefined)
  response.statusCode = found?.status ?? 502
  response.setHeader('Content-Type', found?.headers.get('content-type') ?? 'text/plain')
  response.end(found === undefined ? '' : Buffer.from(await found.arrayBuffer()))
}

async function withSettings(
  html: string,
  baseUrl: string | undefined,
  apiKey: string | undefined,
): Promise<string> {
  const hasGallery =
    baseUrl !== undefined &&
    (await fetch(`${baseUrl}/gallery`, { method: 'HEAD' }).then(
      ({ ok }) => ok,
      () => false,
    ))
  const settings = {
    address: baseUrl ?? 'http://127.0.0.1:3000',
    ...(baseUrl !== undefined && apiKey !== undefined && { proxy: proxyPath }),
    ...(hasGallery && { gallery: galleryPath }),
  }
  const text = JSON.stringify(settings).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return html.replace(settingsPlace, () => `<meta name="playground" content="${text}">`)
}

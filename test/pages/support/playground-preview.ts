import { fileURLToPath } from 'node:url'
import { type PreviewServer, preview } from 'vite'
import { vi } from 'vitest'

/** Where the playground is, with its build in `dist`. */
export const playgroundFolder = fileURLToPath(new URL('../../../server/playground', import.meta.url))

/** Serves the built page as `npm run preview` does, in front of another service. */
export async function startPreview(baseUrl: string): Promise<{ url: string; close: PreviewServer['close'] }> {
  vi.stubEnv('MEDIAGEN_BASE_URL', baseUrl)
  vi.stubEnv('MEDIAGEN_API_KEY', 'mg_any')
  const server = await preview({
    root: playgroundFolder,
    configFile: `${playgroundFolder}/vite.config.ts`,
    logLevel: 'error',
    preview: { host: '127.0.0.1', port: 0 },
  })
  vi.unstubAllEnvs()
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the preview has no port')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

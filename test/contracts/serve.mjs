// @ts-check
// node serve.mjs SERVER REQUESTS OUTCOMES: serves a generated package with methods that only note that they were called,
// sends it the requests of a file, and writes what became of each.
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const [server = '', requests = '', outcomes = ''] = process.argv.slice(2)
const startedMs = performance.now()
const { createContractApp, NotImplementedError } = await import(pathToFileURL(server).href)

/** @type {string[]} */
const called = []
const method = (/** @type {string} */ name) => async () => {
  called.push(name)
  throw new NotImplementedError(name)
}
const anyMethod = new Proxy({}, { get: (_api, name) => method(String(name)) })
const apis = new Proxy({}, { get: (_apis, tag) => (tag === 'leftOut' ? undefined : anyMethod) })
const authenticate = new Proxy({}, { get: () => async (_credential, scopes) => ({ id: 'any', scopes }) })
const app = createContractApp(apis, { authenticate, onFailure: () => {} })
const listening = app.listen(0)
await new Promise((resolve) => listening.once('listening', resolve))
const startMs = Math.round(performance.now() - startedMs)
const base = `http://127.0.0.1:${listening.address().port}`

const results = []
for (const { operation, method: verb, url, headers, body } of JSON.parse(await readFile(requests, 'utf8'))) {
  called.length = 0
  const response = await fetch(`${base}${url}`, { method: verb, headers, body, redirect: 'manual' }).catch(
    (error) => new Response(String(error.cause ?? error), { status: 599 }),
  )
  const text = await response.text()
  results.push({
    operation,
    url,
    status: response.status,
    reached: called.length > 0,
    text: text.slice(0, 500),
  })
}
await writeFile(outcomes, JSON.stringify({ startMs, results }))
listening.close()
listening.closeAllConnections()

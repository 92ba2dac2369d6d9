import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Response, Router } from 'express'
import { packagePath } from '../../core/package/package-path.ts'
import { type PageLink, siteHeader } from '../pages/look.ts'
import { readOnce } from '../pages/read-once.ts'
import { sendPage } from '../pages/send-page.ts'

const folder = packagePath('operator-page')

/** Every file of the page; no other file of the folder is served. */
const files = [
  'page.css',
  'parts.css',
  'main.js',
  'charts.js',
  'csv.js',
  'tables.js',
  'live.js',
  'money.js',
  'api.js',
  'dom.js',
  'format.js',
  'dialogs.js',
  'pages.js',
  'views/account-data.js',
  'views/account-forms.js',
  'views/balance-actions.js',
  'views/account-actions.js',
  'views/account.js',
  'views/accounts.js',
  'views/audit.js',
  'views/health.js',
  'views/key-fields.js',
  'views/key-words.js',
  'views/keys.js',
  'views/overview.js',
  'views/service.js',
  'views/settings.js',
  'views/sign-in.js',
  'views/task-calls.js',
  'views/task-result.js',
  'views/task.js',
  'views/tasks.js',
  'views/usage.js',
]

/** Where the page expects the header that all pages share. */
const headerPlace = '<!-- site header -->'
const signOut = '<div class="account"><button type="button" id="sign-out" hidden>Sign out</button></div>'

const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/**
 * Scripts and styles come from files of this host alone, nothing may be framed, and no text can become
 * markup: a script that tried would be stopped by its missing Trusted Types policy. Results come from the origin of
 * the object store's links.
 */
const policyFor = (linkOrigin: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' ${linkOrigin}; media-src ${linkOrigin}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

export const operatorPagePaths = [
  { method: 'get', path: '/admin' },
  { method: 'get', path: '/admin/' },
  ...files.map((name) => ({ method: 'get', path: `/admin/page/${name}` })),
]

/** The page itself: public files without any data. Its data comes from its API, after the sign-in. */
export function operatorPageRoutes({
  links,
  linkOrigin,
}: {
  readonly links: readonly PageLink[]
  readonly linkOrigin: () => Promise<string>
}): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const header = siteHeader('/admin', [...links, { path: '/admin', name: 'Operator' }], signOut)
  const page = readOnce(async () => {
    const text = await readFile(join(folder, 'index.html'), 'utf8')
    return Buffer.from(text.replace(headerPlace, () => header))
  })
  router.get(['/admin', '/admin/'], async (request, response) => {
    request.operation = 'admin'
    response.setHeader('Content-Security-Policy', policyFor(await linkOrigin()))
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    send(response, 'text/html; charset=utf-8', await page())
  })
  for (const name of files) {
    const read = readOnce(() => readFile(join(folder, name)))
    const contentType = contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    router.get(`/admin/page/${name}`, async (request, response) => {
      request.operation = 'admin'
      send(response, contentType, await read())
    })
  }
  return router
}

function send(response: Response, contentType: string, body: Buffer): void {
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Referrer-Policy', 'no-referrer')
  sendPage(response, contentType, body)
}

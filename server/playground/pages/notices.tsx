import type { ReactNode } from 'react'
import type { PageSettings } from '../../src/http/pages/look.ts'
import { renderPage } from './document.tsx'

/** In place of a page at an address that nothing serves. */
export function unknownPage(settings: PageSettings): Buffer {
  const text = 'The address may be mistyped. The links above lead to everything that is here.'
  return notice('There is no such page', '', settings, text)
}

/** In place of the documentation, whose link it marks. */
export function unbuiltSitePage(settings: PageSettings): Buffer {
  const text = (
    <>
      <code>npm start</code> builds it in the background, within a minute or two of its first run; this page
      then shows it by itself. <code>npm run docs</code> builds it at any time.
    </>
  )
  return notice('The documentation is not built yet', '/docs/', settings, text)
}

function notice(title: string, path: string, settings: PageSettings, text: ReactNode): Buffer {
  const content = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  )
  return renderPage({ title, path, settings }, content)
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>
}

/** In place of the API reference: every operation, without its fields. */
export function operationsPage({ paths }: Contract, settings: PageSettings): Buffer {
  const description = 'Every operation of the API.'
  return renderPage(
    { title: 'Reference', description, path: '/api/docs', settings },
    <>
      <h1>API reference</h1>
      <p>
        The pages with fields, responses and samples are not built yet: <code>npm start</code> builds them in
        the background, and <code>npm run docs</code> at any time. The contract itself is at{' '}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      <ul>
        {Object.entries(paths).flatMap(([path, operations]) =>
          Object.entries(operations).map(([method, { summary }]) => (
            <li key={method + path}>
              {summary}: <code>{`${method.toUpperCase()} ${path}`}</code>
            </li>
          )),
        )}
      </ul>
    </>,
  )
}

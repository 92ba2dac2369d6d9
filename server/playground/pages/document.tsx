import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { type PageSettings, socialCard } from '../../src/http/pages/look.ts'
import { SiteHeader } from '../shared/site-header.tsx'

interface PageHead {
  readonly title: string
  readonly path: string
  readonly settings: PageSettings
  /** What a link to the page says of it. @default others are not to link to it */
  readonly description?: string
  /** Style rules that only the server knows. */
  readonly rules?: string
  /** Whether it has a style and a script of its own. @default it is a few words */
  readonly hasFiles?: boolean
}

/** A page that the server writes, with all that it needs to be read without scripts. */
export function renderPage(head: PageHead, content: ReactNode): Buffer {
  const { title, path, settings, description, rules, hasFiles } = head
  const { links, publicUrl } = settings
  const name = `${title} · mediagen`
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{name}</title>
        {description !== undefined && (
          <>
            <meta name="description" content={description} />
            {socialCard({ title: name, description, path, publicUrl }).map((tag) => (
              <meta key={tag.property ?? tag.name} {...tag} />
            ))}
          </>
        )}
        <link rel="icon" href="/look/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={hasFiles ? `${path}/page.css` : '/look/look.css'} />
        {rules !== undefined && <style>{rules}</style>}
        {hasFiles && <script src={`${path}/page.js`} type="module" />}
      </head>
      <body className={hasFiles ? undefined : 'plain-page'}>
        <SiteHeader
          links={links}
          current={path}
          mark="/look/mark.svg"
          skip={{ href: '#content', children: 'Skip to the content' }}
          home={links[0]?.path ?? path}
        />
        <main id="content">{content}</main>
      </body>
    </html>,
  )
  return Buffer.from(`<!doctype html>${html}`)
}

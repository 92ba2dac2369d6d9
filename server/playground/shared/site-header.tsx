import type { ComponentProps, ReactNode } from 'react'

export interface PageLink {
  readonly path: string
  readonly name: string
}

interface SiteHeaderProps {
  readonly links: readonly PageLink[]
  /** The path of the page, which its link shows. */
  readonly current: string
  /** The address of the mark beside the name. */
  readonly mark: string
  /** The way past the header. */
  readonly skip: ComponentProps<'a'>
  /** Where the name leads. @default it is the heading of the page */
  readonly home?: string
  /** What stands at the right. @default nothing */
  readonly children?: ReactNode
}

/** The header that all pages share: the name, the ways to the other pages, and what this page has at the right. */
export function SiteHeader({ links, current, mark, skip, home, children }: SiteHeaderProps) {
  const name = (
    <>
      <img src={mark} alt="" width="26" height="26" />
      mediagen
    </>
  )
  return (
    <header className="site-header">
      <a className="skip" {...skip} />
      {home === undefined ? (
        <h1 className="brand">{name}</h1>
      ) : (
        <a className="brand" href={home}>
          {name}
        </a>
      )}
      <nav aria-label="Pages">
        {links.map(({ path, name }) => (
          <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children !== undefined && <div className="account">{children}</div>}
    </header>
  )
}

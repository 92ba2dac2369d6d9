import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Age, type Reading } from './live.tsx'
import { useShell } from './shell.ts'

interface PageProps {
  readonly title: string
  /** What stands below the heading. */
  readonly subtitle?: ReactNode
  /** What the page shows of the service, if it is read again. */
  readonly readings?: readonly Reading[]
  readonly children: ReactNode
}

/** A view: its heading, which has the focus when it appears unless a field takes it, and how old it is. */
export function Page({ title, subtitle, readings, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { zone, changeZone } = useShell()
  useLayoutEffect(() => {
    if (document.querySelector('main :focus') === null) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${title} · mediagen operator`
  }, [title])
  return (
    <>
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {readings !== undefined && (
          <div className="marks">
            <Age readings={readings} />
            <button type="button" className="plain" onClick={changeZone}>
              Times in {zone}
            </button>
          </div>
        )}
        {subtitle !== undefined && <div className="subtitle">{subtitle}</div>}
      </div>
      {children}
    </>
  )
}

/** A part of a view under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

import mark from '../../../look/mark.svg'
import { pageLinks } from './links.ts'

const sections = [
  ['', 'Overview'],
  ['accounts', 'Accounts'],
  ['tasks', 'Tasks'],
  ['service', 'Service'],
  ['audit', 'Audit'],
] as const

interface HeaderProps {
  readonly onSkip: () => void
  /** Absent: nobody is signed in. */
  readonly onSignOut: (() => void) | undefined
}

/** The header that all pages share. */
export function Header({ onSkip, onSignOut }: HeaderProps) {
  const skip = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    onSkip()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the content; the address stays that of the view. */}
      <a className="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header className="site-header">
        <a className="brand" href={pageLinks[0]?.path ?? '/admin'}>
          <img src={mark} alt="" width="26" height="26" />
          mediagen
        </a>
        <nav aria-label="Pages">
          {pageLinks.map(({ path, name }) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
          <a href="/admin" aria-current="page">
            Operator
          </a>
        </nav>
        <div className="account">
          {onSignOut !== undefined && (
            <button type="button" onClick={onSignOut}>
              Sign out
            </button>
          )}
        </div>
      </header>
    </>
  )
}

export function Sections({ address }: { readonly address: string }) {
  const [path = ''] = address.split('?')
  const isCurrent = (section: string) => (section === '' ? path === '' : path.startsWith(section))
  return (
    <div className="sections">
      <nav aria-label="Sections">
        {sections.map(([section, name]) => (
          <a key={section} href={`#/${section}`} aria-current={isCurrent(section) ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </div>
  )
}

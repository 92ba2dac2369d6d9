import mark from '../../../look/mark.svg'
import { SiteHeader } from '../../shared/site-header.tsx'
import { pageLinks } from './links.ts'

const sections = [
  ['', 'Overview'],
  ['accounts', 'Accounts'],
  ['tasks', 'Tasks'],
  ['costs', 'Costs'],
  ['service', 'Service'],
  ['audit', 'Audit'],
] as const

interface HeaderProps {
  readonly onSkip: () => void
  /** Absent: nobody is signed in. */
  readonly onSignOut: (() => void) | undefined
}

export function Header({ onSkip, onSignOut }: HeaderProps) {
  // It leads to the content; the address stays that of the view.
  const skip = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    onSkip()
  }
  return (
    <SiteHeader
      links={[...pageLinks, { path: location.pathname, name: 'Operator' }]}
      current={location.pathname}
      mark={mark}
      skip={{ href: '#content', children: 'Skip to the content', onClick: skip }}
      home={pageLinks[0]?.path ?? '/admin'}
    >
      {onSignOut !== undefined && (
        <button type="button" onClick={onSignOut}>
          Sign out
        </button>
      )}
    </SiteHeader>
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

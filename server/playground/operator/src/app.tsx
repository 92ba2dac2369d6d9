import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, useTransition } from 'react'
import { endSession, hasSession } from './api.ts'
import { Failure } from './failure.tsx'
import { Header, Sections } from './header.tsx'
import { NewKey } from './parts/dialog.tsx'
import { nextZone, zoneName } from './parts/words.ts'
import { View } from './routes.tsx'
import { type IssuedKey, type Shell, ShellContext } from './shell.ts'
import { SignIn } from './views/sign-in.tsx'

/** The page: who uses it, where they are in it, and what stands around each view. */
export function App() {
  const client = useQueryClient()
  const content = useRef<HTMLElement>(null)
  const [session, setSession] = useState<'unknown' | 'open' | 'none'>('unknown')
  const [notice, announce] = useState('')
  const { address, isLoading } = useAddress(announce)
  const [isAsking, setAsking] = useState(false)
  const [zone, setZone] = useState(zoneName)
  const [shown, setShown] = useState<{ issued: IssuedKey; onStored: () => void }>()
  const shell = useMemo<Shell>(
    () => ({
      announce,
      isAsking,
      setAsking,
      zone,
      changeZone: () => setZone(nextZone()),
      showKey: (issued) => new Promise((onStored) => setShown({ issued, onStored })),
    }),
    [isAsking, zone],
  )
  useEffect(() => {
    const leave = (event: Event) => {
      setSession('none')
      client.clear()
      announce(event instanceof CustomEvent ? (event.detail ?? '') : '')
    }
    document.addEventListener('signed-out', leave)
    hasSession()
      .catch(() => false)
      .then((isOpen) => setSession(isOpen ? 'open' : 'none'))
    return () => document.removeEventListener('signed-out', leave)
  }, [client])
  const signOut = async () => {
    await endSession().catch(() => undefined)
    document.dispatchEvent(new CustomEvent('signed-out'))
  }
  return (
    <ShellContext value={shell}>
      <Header onSkip={() => content.current?.focus()} onSignOut={session === 'open' ? signOut : undefined} />
      {session === 'open' && <Sections address={address} />}
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={session === 'none' ? 'narrow' : undefined}
        aria-busy={isLoading || session === 'unknown' || undefined}
      >
        {session === 'none' && <SignIn onSignedIn={() => setSession('open')} />}
        {session === 'open' && (
          <Suspense fallback={<p className="quiet">Reading …</p>}>
            <Failure key={address}>
              <View address={address} />
            </Failure>
          </Suspense>
        )}
      </main>
      <p className="notice" role="status">
        {notice}
      </p>
      {shown !== undefined && (
        <NewKey
          issued={shown.issued}
          onClose={() => {
            setShown(undefined)
            shown.onStored()
          }}
        />
      )}
    </ShellContext>
  )
}

/** What follows `#/`. The view of the address before stays until that of the new one has been read. */
function useAddress(announce: (text: string) => void): { address: string; isLoading: boolean } {
  const [address, setAddress] = useState(addressNow)
  const [isLoading, startTransition] = useTransition()
  useEffect(() => {
    const follow = () => {
      // The first page may have no hash; what has another one is no page.
      if (!/^(#\/|$)/.test(location.hash)) return
      announce('')
      startTransition(() => setAddress(addressNow()))
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [announce])
  useScroll(address)
  return { address, isLoading }
}

/** Shows a view from its top, or where it was left if one goes back to it. */
function useScroll(address: string): void {
  useLayoutEffect(() => {
    // The browser would scroll before the view is there.
    history.scrollRestoration = 'manual'
    scrollTo(0, history.state?.scrolled ?? 0)
    const remember = () => {
      if (addressNow() === address) history.replaceState({ scrolled: scrollY }, '')
    }
    document.addEventListener('scrollend', remember)
    return () => document.removeEventListener('scrollend', remember)
  }, [address])
}

const addressNow = () => location.hash.replace(/^#\/?/, '')

import { useCallback, useState, useSyncExternalStore } from 'react'
import { isSheetStep } from './sheet.tsx'

/** Where the form is: beside the results, or on a phone in a sheet. */
export function useFormPlace() {
  const isPhone = useMediaQuery('(max-width: 47.5rem)')
  const [isOpen, setIsOpen] = useState(isSheetStep)
  return {
    isPhone,
    hasSheet: isPhone && isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    /** Shows the form and gives its heading the focus: what is typed while it is filled in must not order it. */
    show: () => {
      if (isPhone) setIsOpen(true)
      else document.querySelector('.composer')?.scrollIntoView({ block: 'nearest' })
      const title = isPhone ? '#sheet-title' : '.composer h2'
      document.querySelector<HTMLElement>(title)?.focus({ preventScroll: true })
    },
  }
}

/** Whether a media query holds right now. */
function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', notify)
      return () => list.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

import { strings } from '../strings.ts'

interface StarProps {
  readonly isOn: boolean | undefined
  readonly onToggle: () => void
}

/** Makes a result a favourite, and no longer one. */
export function Star({ isOn = false, onToggle }: StarProps) {
  return (
    <button type="button" className="quiet star" aria-pressed={isOn} onClick={onToggle}>
      <StarShape /> {isOn ? strings.history.unstar : strings.history.star}
    </button>
  )
}

export function StarShape() {
  return (
    <svg className="star-shape" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17l-5.4 3 1.1-6.1-4.5-4.3 6.1-.8z" />
    </svg>
  )
}

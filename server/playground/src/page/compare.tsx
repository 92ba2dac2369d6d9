import { type CSSProperties, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { strings } from '../strings.ts'

interface CompareProps {
  /** What the images are of. */
  readonly title: string
  /** Two images or videos that fill their place. */
  readonly before: ReactNode
  readonly after: ReactNode
}

/**
 * Two images on top of each other with a divider between them: the range input takes the keyboard and is what
 * screen readers meet; a pointer drags anywhere, and a finger that moves up or down still scrolls.
 */
export function Compare({ title, before, after }: CompareProps) {
  const [percent, setPercent] = useState(50)
  const range = useRef<HTMLInputElement>(null)
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPercent(Math.min(100, Math.max(0, Math.round((100 * (clientX - left)) / width))))
  }
  const isHeld = ({ currentTarget, pointerId }: PointerEvent<HTMLElement>) =>
    currentTarget.hasPointerCapture(pointerId)
  return (
    <div
      className="compare"
      style={{ '--split': `${percent}%` } as CSSProperties}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        range.current?.focus({ preventScroll: true })
        if (event.pointerType === 'mouse') follow(event)
      }}
      onPointerMove={(event) => isHeld(event) && follow(event)}
      onPointerUp={(event) => isHeld(event) && follow(event)}
    >
      <div className="after">{after}</div>
      <div className="before">{before}</div>
      <span className="tag" aria-hidden="true">
        {strings.task.before}
      </span>
      <span className="tag end" aria-hidden="true">
        {strings.task.after}
      </span>
      <input
        ref={range}
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={strings.task.compare(title)}
        aria-valuetext={strings.task.shownBefore(percent)}
        onChange={({ target }) => setPercent(target.valueAsNumber)}
      />
      <span className="divider" aria-hidden="true">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m9 7-5 5 5 5M15 7l5 5-5 5" />
        </svg>
      </span>
    </div>
  )
}

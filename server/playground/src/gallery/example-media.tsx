import type { GalleryExample } from '@mediagen/sdk'
import { useEffect, useRef, useState } from 'react'
import type { FileAddress } from './files.ts'
import { Picture } from './picture.tsx'

interface ExampleMediaProps {
  readonly example: GalleryExample
  readonly addressOf: FileAddress
  /** The part of the window's width that it fills. */
  readonly sizes: string
  /** Plays a video whenever it is in view, and not only under a pointer. */
  readonly isPlaying?: boolean
}

/** What an effect makes. While a pointer is over it, a video plays and an image shows its input. */
export function ExampleMedia({ example, addressOf, sizes, isPlaying = false }: ExampleMediaProps) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isInView, setIsInView] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  const { output, poster, input, surface } = example
  useEffect(() => {
    if (!isPlaying || frame.current === null) return
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting === true),
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [isPlaying])
  const isMoving = (isPointedAt || isInView) && !isStill()
  const pictures = { addressOf, sizes }
  // A poster, which the browser fetches at once, would load for each video of the page: the still is an image.
  return (
    <span
      className="media"
      ref={frame}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
    >
      {surface === 'VIDEO' ? (
        <>
          <Picture assetId={(poster ?? input).assetId} {...pictures} />
          {isMoving && (
            <video
              src={addressOf(output.assetId)}
              autoPlay
              muted
              loop
              playsInline
              tabIndex={-1}
              aria-hidden="true"
            />
          )}
        </>
      ) : (
        <>
          <Picture assetId={output.assetId} {...pictures} />
          {isMoving && <Picture className="before" assetId={input.assetId} {...pictures} />}
        </>
      )}
    </span>
  )
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Stands for an image that the service does not have: a quiet pattern of its name. */
export function MediaPlaceholder({ name }: { readonly name: string }) {
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360
  return (
    <span className="media" aria-hidden="true">
      <svg viewBox="0 0 4 3" preserveAspectRatio="none" aria-hidden="true">
        <rect width="4" height="3" fill={`hsl(${hue} 45% 62%)`} />
        <path d="M0 3 1.4 1.2 2.3 2.2 3 1.5 4 3z" fill={`hsl(${(hue + 40) % 360} 45% 44%)`} />
      </svg>
    </span>
  )
}

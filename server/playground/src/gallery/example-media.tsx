import type { GalleryExample } from '@mediagen/sdk'
import { useEffect, useRef, useState } from 'react'
import type { FileAddress } from './files.ts'
import { Picture, sized } from './picture.tsx'

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
  const video = useRef<HTMLVideoElement>(null)
  const { output, poster, input, surface } = example
  const play = (isMoving: boolean) => {
    if (isMoving && !isStill()) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }
  const point = (isOver: boolean) => {
    setIsPointedAt(isOver && !isStill())
    if (!isPlaying) play(isOver)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `play` reads nothing that changes.
  useEffect(() => {
    if (!isPlaying || video.current === null) return
    const observer = new IntersectionObserver((entries) => play(entries.at(-1)?.isIntersecting === true))
    observer.observe(video.current)
    return () => observer.disconnect()
  }, [isPlaying])
  return (
    <span className="media" onPointerEnter={() => point(true)} onPointerLeave={() => point(false)}>
      {surface === 'VIDEO' ? (
        <video
          ref={video}
          src={addressOf(output.assetId)}
          poster={poster === null ? undefined : sized(addressOf(poster.assetId), 480)}
          muted
          loop
          playsInline
          preload="none"
          aria-hidden="true"
          tabIndex={-1}
        />
      ) : (
        <>
          <Picture assetId={output.assetId} {...{ addressOf, sizes }} />
          {isPointedAt && <Picture className="before" assetId={input.assetId} {...{ addressOf, sizes }} />}
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

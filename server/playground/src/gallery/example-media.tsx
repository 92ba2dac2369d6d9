import type { GalleryExample } from '@mediagen/sdk'
import { useRef, useState } from 'react'

/** The address of a gallery's file. */
export type FileAddress = (assetId: string) => string

interface ExampleMediaProps {
  readonly example: GalleryExample
  readonly addressOf: FileAddress
}

/** What an effect makes. While a pointer is over it, a video plays and an image shows its input. */
export function ExampleMedia({ example, addressOf }: ExampleMediaProps) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const { output, poster, input, surface } = example
  const move = (isMoving: boolean) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    setIsPointedAt(isMoving)
    if (isMoving) video.current?.play().catch(() => undefined)
    else video.current?.pause()
  }
  return (
    <span className="media" onPointerEnter={() => move(true)} onPointerLeave={() => move(false)}>
      {surface === 'VIDEO' ? (
        <video
          ref={video}
          src={addressOf(output.assetId)}
          poster={poster === null ? undefined : addressOf(poster.assetId)}
          muted
          loop
          playsInline
          preload="none"
          aria-hidden="true"
          tabIndex={-1}
        />
      ) : (
        <>
          <img src={addressOf(output.assetId)} alt="" loading="lazy" />
          {isPointedAt && <img className="before" src={addressOf(input.assetId)} alt="" />}
        </>
      )}
    </span>
  )
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

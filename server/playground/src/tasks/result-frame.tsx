import type { ResultFile } from '@mediagen/sdk'
import { type CSSProperties, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { Compare } from '../page/compare.tsx'
import { strings } from '../strings.ts'
import { type Job, type ResultSize, titleOf } from './job.ts'

interface ResultFrameProps {
  readonly job: Job
  /** The result; undefined until there is one. */
  readonly file: ResultFile | undefined
  /** The image that it began with. */
  readonly inputUrl: string | undefined
  /** The shape that its effect presets, such as `16:9`. */
  readonly presetRatio: string | undefined
  readonly video: RefObject<HTMLVideoElement | null>
  /** Undefined until it is loaded. */
  readonly size: ResultSize | undefined
  readonly onSize: (size: ResultSize) => void
}

/** A result, and before it a skeleton of its shape, so that nothing moves when it comes. */
export function ResultFrame(props: ResultFrameProps) {
  const { job, file, inputUrl, presetRatio, video, size, onSize } = props
  const [inputRatio, setInputRatio] = useState<number>()
  const [lostUrl, setLostUrl] = useState<string>()
  const isRenewed = useRef(false)
  const title = titleOf(job)
  const alt = strings.task.alt(title)
  const isVideo = file?.contentType.startsWith('video') === true
  // Its link may have run out. It is renewed once: a file that is gone would be asked for without end.
  const lose = () => {
    setLostUrl(file?.url)
    if (!isRenewed.current) job.retry?.()
    isRenewed.current = true
  }
  const isLost = file !== undefined && file.url === lostUrl
  const ratio =
    (size && size.width / size.height) ??
    ratioOf(job.request?.aspectRatio) ??
    ratioOf(presetRatio) ??
    inputRatio ??
    (job.product === 'video.generate' ? 16 / 9 : 1)
  const image = file !== undefined && !isVideo && (
    <img
      key={file.url}
      src={file.url}
      alt={alt}
      draggable={inputUrl === undefined}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        onSize({ width: naturalWidth, height: naturalHeight })
      }
      onError={lose}
    />
  )
  return (
    <div
      className="frame"
      data-shown={size !== undefined && !isLost}
      style={{ '--ratio': ratio } as CSSProperties}
    >
      {isLost && <p className="lost">{strings.task.noFile}</p>}
      {!isLost && size === undefined && (
        <div className="skeleton">
          {inputUrl !== undefined && (
            <img
              src={inputUrl}
              alt=""
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setInputRatio(naturalWidth / naturalHeight)
              }
            />
          )}
        </div>
      )}
      {!isLost && image && inputUrl === undefined && image}
      {!isLost && image && inputUrl !== undefined && (
        <Compare
          title={title}
          before={<img src={inputUrl} alt={strings.input.alt} draggable={false} />}
          after={image}
        />
      )}
      {!isLost && isVideo && (
        // Without CORS of its own a video is shown all the same, only its frames cannot be taken.
        <video
          key={file.url}
          ref={video}
          src={file.url}
          poster={file.thumbnailUrl}
          aria-label={alt}
          controls
          autoPlay
          muted
          loop
          playsInline
          onLoadedData={({
            currentTarget: { videoWidth, videoHeight, duration },
          }: SyntheticEvent<HTMLVideoElement>) =>
            onSize({ width: videoWidth, height: videoHeight, seconds: duration })
          }
          onError={lose}
        />
      )}
    </div>
  )
}

function ratioOf(text: unknown): number | undefined {
  const [, width, height] = /^(\d+):(\d+)$/.exec(String(text)) ?? []
  return width === undefined || height === undefined ? undefined : Number(width) / Number(height)
}

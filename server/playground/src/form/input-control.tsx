import { type ChangeEvent, type DragEvent, useEffect, useId, useState } from 'react'
import { Problems } from '../page/problems.tsx'
import { strings } from '../strings.ts'
import type { InputControl as Input } from './use-input.ts'

const accepted = 'image/jpeg,image/png,image/webp'

/** Takes an image by drop, paste, file dialog or camera, and shows how far its upload is. */
export function InputControl({
  label,
  input,
  problem,
}: {
  readonly label: string
  readonly input: Input
  readonly problem: string | undefined
}) {
  const { image, choose, clear } = input
  const [isOver, setIsOver] = useState(false)
  const id = useId()

  useEffect(() => {
    const takePasted = ({ clipboardData }: ClipboardEvent) => {
      const file = imageIn(clipboardData?.files)
      if (file !== undefined) choose(file)
    }
    document.addEventListener('paste', takePasted)
    return () => document.removeEventListener('paste', takePasted)
  }, [choose])

  const takeDropped = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = imageIn(event.dataTransfer.files)
    if (file !== undefined) choose(file)
  }
  const takeChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file !== undefined) choose(file)
    // The same file again is a change, too.
    target.value = ''
  }
  return (
    <div className="field" data-field="assetId">
      <span className="label">{label}</span>
      <section
        aria-label={label}
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={takeDropped}
      >
        {image === undefined ? (
          <p>
            {strings.input.drop}{' '}
            <label className="file">
              <input
                type="file"
                className="unseen"
                accept={accepted}
                aria-describedby={problem === undefined ? undefined : id}
                onChange={takeChosen}
              />
              <span className="link">{strings.input.choose}</span>
            </label>
            <label className="file camera">
              <input
                type="file"
                className="unseen"
                accept={accepted}
                capture="environment"
                onChange={takeChosen}
              />
              <span className="link">{strings.input.photograph}</span>
            </label>
            <small>{strings.input.limits}</small>
          </p>
        ) : (
          <div className="chosen">
            <img src={image.previewUrl} alt={strings.input.alt} />
            <div>
              <p className="file-name">{image.name}</p>
              {image.problem === undefined && <Progress percent={image.percent} isReady={image.isReady} />}
              <button type="button" className="quiet" onClick={clear}>
                {strings.input.remove}
              </button>
            </div>
          </div>
        )}
      </section>
      {image?.problem !== undefined && <Problems problem={image.problem} />}
      {problem !== undefined && (
        <p id={id} className="fault">
          {problem}
        </p>
      )}
    </div>
  )
}

function Progress({ percent, isReady }: { readonly percent: number; readonly isReady: boolean }) {
  if (isReady) return <p className="good">✓ {strings.input.ready}</p>
  const text = percent < 100 ? strings.input.uploading(percent) : strings.input.checking
  return (
    <p>
      <progress max={100} value={percent} aria-label={text} />
      <span className="aside">{text}</span>
    </p>
  )
}

function imageIn(files: FileList | undefined): File | undefined {
  return [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
}

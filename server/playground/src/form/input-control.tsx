import { type ChangeEvent, useContext, useId } from 'react'
import { Problems } from '../page/problems.tsx'
import { Retention, uploadKept } from '../page/retention.ts'
import { strings } from '../strings.ts'
import { acceptedTypes } from './file-kinds.ts'
import type { InputControl as Input } from './use-input.ts'

interface InputControlProps {
  readonly label: string
  readonly input: Input
  readonly problem: string | undefined
  /** Takes a file of whatever kind. */
  readonly onFile: (file: File) => void
}

/** Takes an image by file dialog or camera, and shows how far its upload is. The page takes drops and pastes. */
export function InputControl({ label, input, problem, onFile }: InputControlProps) {
  const { image, clear } = input
  const id = useId()
  const describedBy = problem === undefined ? undefined : id
  const retention = useContext(Retention)
  return (
    <div className="field" data-field="assetId">
      <span className="label">{label}</span>
      <section aria-label={label} className="drop">
        {image === undefined ? (
          <>
            <div className="ways">
              <FileButton text={strings.input.choose} describedBy={describedBy} onFile={onFile} />
              <FileButton text={strings.input.photograph} isCamera onFile={onFile} />
            </div>
            <small>
              <span className="anywhere">{strings.input.anywhere} </span>
              {strings.input.limits}
            </small>
          </>
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
      <p className="aside">
        {strings.input.seen} {uploadKept(retention)}
      </p>
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

interface FileButtonProps {
  readonly text: string
  readonly onFile: (file: File) => void
  /** Opens the camera of a phone in place of its files. */
  readonly isCamera?: boolean
  readonly describedBy?: string | undefined
}

/** A button that opens the file dialog or the camera. */
export function FileButton({ text, onFile, isCamera = false, describedBy }: FileButtonProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file !== undefined) onFile(file)
    // The same file again is a change, too.
    target.value = ''
  }
  return (
    <label className={isCamera ? 'file camera' : 'file'}>
      <input
        type="file"
        className="unseen"
        accept={acceptedTypes}
        capture={isCamera ? 'environment' : undefined}
        aria-describedby={describedBy}
        onChange={take}
      />
      <span className="face">
        {isCamera && (
          <svg className="camera-icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h3.5L9 5h6l1.5 2H20v12H4z" />
            <circle cx="12" cy="13" r="3.5" />
          </svg>
        )}
        <span className="words">{text}</span>
      </span>
    </label>
  )
}

import { FileButton } from '../form/input-control.tsx'
import { strings } from '../strings.ts'

interface MakeBarProps {
  readonly onOpen: () => void
  readonly onFile: (file: File) => void
}

/** The way to the form on a phone, at the thumb, and the camera. What is sent, and its price, the form says. */
export function MakeBar({ onOpen, onFile }: MakeBarProps) {
  return (
    <div className="make-bar">
      <FileButton text={strings.input.photograph} isCamera onFile={onFile} />
      <button type="button" className="primary" onClick={onOpen}>
        {strings.form.title}
      </button>
    </div>
  )
}

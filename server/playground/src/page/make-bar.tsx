import { FileButton } from '../form/input-control.tsx'
import { strings } from '../strings.ts'

interface MakeBarProps {
  /** What would be made as it stands. */
  readonly product: string
  readonly price: string | undefined
  readonly onOpen: () => void
  readonly onFile: (file: File) => void
}

/** The way to the form on a phone, at the thumb: what would be made, its price, and the camera. */
export function MakeBar({ product, price, onOpen, onFile }: MakeBarProps) {
  return (
    <div className="make-bar">
      <FileButton text={strings.input.photograph} isCamera onFile={onFile} />
      <button type="button" className="primary" onClick={onOpen}>
        {strings.sheet.open}
        <span className="price">
          <span className="unseen">{product}</span> {price}
        </span>
      </button>
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { FieldValue, Form } from '../contract/read-forms.ts'
import { Choice } from '../form/choice.tsx'
import { strings } from '../strings.ts'
import { type CodeKind, copyAs } from './copy-as.ts'
import { copyText } from './copy-text.ts'

interface CodeDialogProps {
  readonly request: Readonly<Record<string, FieldValue>>
  readonly form: Form
  /** Where the service is for programs. */
  readonly baseUrl: string
  readonly onClose: () => void
}

const kinds: readonly CodeKind[] = ['curl', 'typescript', 'cli']

/** A request as code to take away. */
export function CodeDialog({ request, form, baseUrl, onClose }: CodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [kind, setKind] = useState<CodeKind>('curl')
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const text = copyAs(kind, form, request, baseUrl)
  const copy = async () => setIsCopied(await copyText(text))
  return (
    <dialog ref={dialog} aria-labelledby="code-title" onClose={onClose}>
      <h2 id="code-title">{strings.code.title}</h2>
      <Choice
        name="code-kind"
        label={strings.code.title}
        isLabelHidden
        value={kind}
        options={kinds.map((value) => ({ value, label: strings.code.kinds[value] }))}
        onChange={(value) => {
          setKind(value)
          setIsCopied(false)
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <p className="aside">
        {strings.code.keyNote} {form.fields.some((field) => field.kind === 'input') && strings.code.fileNote}
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={copy}>
          {isCopied ? strings.code.copied : strings.code.copy}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {strings.code.close}
        </button>
      </div>
    </dialog>
  )
}

import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../../shared/copy-text.ts'
import { randomKey } from '../../../shared/random-key.ts'
import type { FieldValue, Form } from '../../contract/read-forms.ts'
import { problemsOf } from '../../contract/request.ts'
import { Choice } from '../../form/choice.tsx'
import { strings } from '../../strings.ts'
import { codeStrings } from './code-strings.ts'
import { type CodeKind, copyAs } from './copy-as.ts'
import { takesImage } from './parts.ts'

interface CodeDialogProps {
  readonly request: Readonly<Record<string, FieldValue>>
  readonly form: Form
  /** Where the service is for programs. */
  readonly baseUrl: string
  readonly onClose: () => void
}

const kinds: readonly CodeKind[] = ['curl', 'typescript', 'react', 'python', 'cli']

/** A request as code to take away. */
export function CodeDialog({ request, form, baseUrl, onClose }: CodeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [kind, setKind] = useState<CodeKind>('curl')
  const [orderKey] = useState(randomKey)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const text = copyAs(kind, { form, request: completed(form, request), baseUrl, orderKey })
  const copy = async () => setIsCopied(await copyText(text))
  return (
    <dialog ref={dialog} aria-labelledby="code-title" onClose={onClose}>
      <h2 id="code-title">{strings.code.title}</h2>
      <Choice
        name="code-kind"
        label={strings.code.title}
        isLabelHidden
        value={kind}
        options={kinds.map((value) => ({ value, label: codeStrings.kinds[value] }))}
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
        {kind === 'react' ? codeStrings.proxyNote : codeStrings.keyNote}{' '}
        {kind !== 'react' && takesImage(form) && codeStrings.fileNote}
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={copy}>
          {isCopied ? codeStrings.copied : strings.code.copy}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {codeStrings.close}
        </button>
      </div>
    </dialog>
  )
}

/** A request as one that can be sent: with a prompt, if something has still to be entered. */
function completed(
  form: Form,
  request: Readonly<Record<string, FieldValue>>,
): Readonly<Record<string, FieldValue>> {
  const isComplete = problemsOf(form, { ...request, assetId: '-' }).size === 0
  return isComplete ? request : { ...request, prompt: request.prompt ?? strings.ideas.prompt ?? '' }
}

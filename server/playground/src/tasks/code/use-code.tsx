import type { Product } from '@mediagen/sdk'
import { type ReactNode, useState } from 'react'
import type { FieldValue } from '../../contract/read-forms.ts'
import { formOf } from '../../page/facts.ts'
import { strings } from '../../strings.ts'
import type { CodeDialog } from './code-dialog.tsx'

type Request = Readonly<Record<string, FieldValue>>

interface Code {
  /** The dialog, while it is open. */
  readonly dialog: ReactNode
  /** Shows a request as code. */
  readonly show: (product: Product, request: Request) => void
}

/** A request as code in a dialog, which is loaded when it is first asked for: the first view does without it. */
export function useCode(baseUrl: string, onNotLoaded: (notice: { readonly text: string }) => void): Code {
  const [shown, setShown] = useState<{
    readonly product: Product
    readonly request: Request
    readonly Dialog: typeof CodeDialog
  }>()
  return {
    dialog: shown && (
      <shown.Dialog
        request={shown.request}
        form={formOf(shown.product)}
        baseUrl={baseUrl}
        onClose={() => setShown(undefined)}
      />
    ),
    show: (product, request) =>
      import('./code-dialog.tsx').then(
        ({ CodeDialog: Dialog }) => setShown({ product, request, Dialog }),
        () => onNotLoaded({ text: strings.code.notLoaded }),
      ),
  }
}

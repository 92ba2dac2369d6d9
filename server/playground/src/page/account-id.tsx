import { useState } from 'react'
import { copyText } from '../../shared/copy-text.ts'
import { strings } from '../strings.ts'

interface AccountIdProps {
  readonly id: string
  /** Whether the visitor operates the service. */
  readonly isDemo?: boolean
}

/** What adds money: a command, or the operator of the service, who has to know whose balance it is. */
export function AccountId({ id, isDemo = false }: AccountIdProps) {
  const { price } = strings
  const text = isDemo ? price.credit(id) : id
  const [isCopied, setIsCopied] = useState(false)
  return (
    <p className="account-id">
      <code>{text}</code>
      <button type="button" onClick={async () => setIsCopied(await copyText(text))}>
        {isCopied ? price.accountCopied : isDemo ? strings.code.copy : price.copyAccount}
      </button>
    </p>
  )
}

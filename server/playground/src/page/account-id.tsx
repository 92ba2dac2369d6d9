import { useState } from 'react'
import { strings } from '../strings.ts'
import { copyText } from '../tasks/copy-text.ts'

interface AccountIdProps {
  readonly id: string
  /** Whether the visitor operates the service. */
  readonly isDemo?: boolean
}

/** How money is added: by the operator of the service, who has to know whose balance it is, or by a command. */
export function AccountId({ id, isDemo = false }: AccountIdProps) {
  const { price } = strings
  const text = isDemo ? price.credit(id) : id
  const [isCopied, setIsCopied] = useState(false)
  return (
    <p className="account-id">
      <span>
        {isDemo ? price.run : price.ask} <code>{text}</code> {isDemo && price.checkout}
      </span>
      <button type="button" onClick={async () => setIsCopied(await copyText(text))}>
        {isCopied ? price.accountCopied : isDemo ? strings.code.copy : price.copyAccount}
      </button>
    </p>
  )
}

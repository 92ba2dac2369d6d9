import { useState } from 'react'
import { strings } from '../strings.ts'
import { copyText } from '../tasks/copy-text.ts'

/** What to tell the operator of the service: whose balance it is. */
export function AccountId({ id }: { readonly id: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <p className="account-id">
      <span>
        {strings.price.account} <code>{id}</code>
      </span>
      <button type="button" onClick={async () => setIsCopied(await copyText(id))}>
        {isCopied ? strings.price.accountCopied : strings.price.copyAccount}
      </button>
    </p>
  )
}

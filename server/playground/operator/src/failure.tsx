import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { messageOf } from '../../../src/core/errors.ts'
import { ApiError } from './api.ts'
import { addressOf } from './links.ts'
import { Page } from './page.tsx'
import { AccountLink } from './parts/marks.tsx'

/** Shows the view, or why it could not be read. */
export function Failure({ children }: { readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  return <Boundary onRetry={reset}>{children}</Boundary>
}

class Boundary extends Component<{ readonly children: ReactNode; readonly onRetry: () => void }> {
  override state: { readonly failed?: { readonly error: unknown } | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  override render() {
    const { failed } = this.state
    if (failed === undefined) return this.props.children
    return (
      <Page title="That did not work">
        <div className="failure" role="alert">
          <Reason
            error={failed.error}
            given={Object.fromEntries(new URLSearchParams(location.hash.split('?')[1]))}
          />
        </div>
        <button type="button" onClick={this.retry}>
          Try again
        </button>
      </Page>
    )
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ failed: undefined })
  }
}

interface ReasonProps {
  readonly error: unknown
  /** What was looked for. */
  readonly given: Readonly<Partial<Record<string, string>>>
  /** What a field is called on the page. @default its name */
  readonly labelOf?: (name: string) => string
}

/** Why something did not work; if a name is that of several accounts, with a link to the tasks of each. */
export function Reason({ error, given, labelOf = (name) => name }: ReasonProps) {
  if (!(error instanceof ApiError)) return messageOf(error)
  const details = error.details.map(({ path, message }) => `${labelOf(path.slice(1))}: ${message}`)
  return (
    <>
      {details.length === 0 ? error.message : details.join(' ')}
      {error.accounts.map(({ accountId, name }) => (
        <AccountLink
          key={accountId}
          id={accountId}
          name={name}
          to={addressOf('tasks', { ...given, account: accountId })}
        />
      ))}
    </>
  )
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { messageOf } from './api.ts'
import { Page } from './page.tsx'

/** Shows the view, or why it could not be read. */
export function Failure({ children }: { readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary()
  return <Boundary onRetry={reset}>{children}</Boundary>
}

class Boundary extends Component<{ readonly children: ReactNode; readonly onRetry: () => void }> {
  override state: { readonly message?: string | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { message: messageOf(error) }
  }

  override render() {
    const { message } = this.state
    if (message === undefined) return this.props.children
    return (
      <Page title="That did not work">
        <p className="failure" role="alert">
          {message}
        </p>
        <button type="button" onClick={this.retry}>
          Try again
        </button>
      </Page>
    )
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ message: undefined })
  }
}

import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { messageOf } from './api.ts'
import { Page } from './page.tsx'

interface BoundaryProps {
  readonly children: ReactNode
  readonly onRetry: () => void
}

/** Shows the view, or why it could not be read. */
export function Failure({ children }: { readonly children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => <Boundary onRetry={reset}>{children}</Boundary>}
    </QueryErrorResetBoundary>
  )
}

interface BoundaryState {
  /** In an object, because anything can be thrown. */
  readonly thrown?: { readonly error: unknown } | undefined
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { thrown: { error } }
  }

  override render() {
    const { thrown } = this.state
    if (thrown === undefined) return this.props.children
    return (
      <Page title="That did not work">
        <p className="failure" role="alert">
          {messageOf(thrown.error)}
        </p>
        <button type="button" onClick={this.retry}>
          Try again
        </button>
      </Page>
    )
  }

  private readonly retry = () => {
    this.props.onRetry()
    this.setState({ thrown: undefined })
  }
}

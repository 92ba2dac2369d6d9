import type { ReactNode } from 'react'

interface FigureProps {
  readonly term: string
  readonly value: ReactNode
  readonly note?: string
}

/** A number that is seen at once. */
export function Figure({ term, value, note }: FigureProps) {
  return (
    <div className="figure">
      <span>{term}</span>
      <strong>{value}</strong>
      {note !== undefined && <span className="quiet">{note}</span>}
    </div>
  )
}

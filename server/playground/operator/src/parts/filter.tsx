import type { ReactNode } from 'react'
import { addressOf } from '../links.ts'
import { Form, type Values } from './form.tsx'

interface FilterProps {
  readonly label: string
  readonly action?: string
  /** The section whose list it filters. */
  readonly of: string
  /** What it is filtered by, as the address says. */
  readonly given: Values
  /** Rejects what the list would, so that the form keeps it and says why. */
  readonly check?: (values: Values) => Promise<unknown>
  readonly children: ReactNode
}

/** What a list is filtered by: its fields become the query of the address, so that it can be kept and sent. */
export function Filter({ label, action = 'Show', of, given, check, children }: FilterProps) {
  const show = async (values: Values) => {
    await check?.(values)
    location.hash = addressOf(of, values)
  }
  return (
    <Form label={label} action={action} buttonClass="" defaults={given} onSend={show}>
      {children}
    </Form>
  )
}

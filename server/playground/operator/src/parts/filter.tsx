import type { ReactNode } from 'react'
import { Form, type Values } from './form.tsx'

interface FilterProps {
  readonly label: string
  readonly action?: string
  /** The section whose list it filters. */
  readonly of: string
  /** Rejects what the list would, so that the form keeps it and says why. */
  readonly check?: (values: Values) => Promise<unknown>
  readonly children: ReactNode
}

/** What a list is filtered by: its fields become the query of the address, so that it can be kept and sent. */
export function Filter({ label, action = 'Show', of, check, children }: FilterProps) {
  const show = async (values: Values) => {
    await check?.(values)
    location.hash = addressOf(of, values)
  }
  return (
    <Form label={label} action={action} buttonClass="" onSend={show}>
      {children}
    </Form>
  )
}

/** The address of a list that is filtered; a field without a value is left out. */
export function addressOf(section: string, values: Values): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `#/${section}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

import { type Output, request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/form.tsx'
import { Badge, Time, Words } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { timeText } from '../parts/words.ts'
import { ReasonField } from './account-actions.tsx'

type Engine = Output<'GET /engines'>['engines'][number]
type Pause = Engine['paused']

/** What is paused, in a sentence each. */
export function pausesIn(queue: Output<'GET /queue'>, engines: readonly Engine[]): string[] {
  const things = [
    ...queue.products.map(({ product, paused }) => ({ thing: `product ${product}`, paused })),
    ...engines.map(({ name, paused }) => ({ thing: `engine ${name}`, paused })),
  ]
  return things.flatMap(({ thing, paused }) =>
    paused === null ? [] : [`The ${thing} has been paused since ${timeText(paused.since)}: ${paused.reason}`],
  )
}

/** That it is paused: since when, by whom and why. */
export function PauseNote({ paused }: { readonly paused: Pause }) {
  if (paused === null) return null
  return (
    <span>
      <Badge status="paused" /> since <Time at={paused.since} /> by {paused.by}: {paused.reason}
    </span>
  )
}

export function PauseEngine({ name, paused }: Pick<Engine, 'name' | 'paused'>) {
  return (
    <PauseChange
      kind="engine"
      name={name}
      paused={paused}
      text="It gets no new jobs from any worker; its running ones go on. Other engines of the same route take over. Where there is none, new orders are refused with 503, and waiting tasks wait."
      pause={(reason) => request('POST /engines/{engine}/pause', { engine: name, reason })}
      resume={(reason) => request('POST /engines/{engine}/resume', { engine: name, ...reason })}
    />
  )
}

/** The products, with what may be ordered of each. */
export function Products({ queue }: { readonly queue: Output<'GET /queue'> }) {
  return (
    <Table
      caption="Products and their pauses"
      isCompact
      rows={queue.products}
      empty="There is no product."
      columns={{
        Product: ({ product }) => <Words of={product} />,
        Orders: ({ paused }) => (paused === null ? 'accepted' : <PauseNote paused={paused} />),
        Pause: ({ product, paused }) => (
          <PauseChange
            kind="product"
            name={product}
            paused={paused}
            text="New orders are refused with 503. Waiting tasks wait, up to their deadlines; running ones go on."
            pause={(reason) => request('POST /products/{product}/pause', { product, reason })}
            resume={(reason) => request('POST /products/{product}/resume', { product, ...reason })}
          />
        ),
      }}
    />
  )
}

interface PauseChangeProps {
  readonly kind: 'engine' | 'product'
  readonly name: string
  readonly paused: Pause
  /** What a pause does. */
  readonly text: string
  readonly pause: (reason: string) => Promise<unknown>
  readonly resume: (reason: { readonly reason?: string }) => Promise<unknown>
}

function PauseChange({ kind, name, paused, text, pause, resume }: PauseChangeProps) {
  if (paused === null)
    return (
      <Action
        button="Pause"
        label={`Pause the ${kind} ${name}`}
        title={`Pause the ${kind} ${name}?`}
        does="Pause"
        onSend={async ({ reason = '' }) => {
          await pause(reason)
          return `The ${kind} ${name} is paused.`
        }}
      >
        <p>{text}</p>
        <Field label="Reason, for the audit and other operators" name="reason" maxLength={500} required />
      </Action>
    )
  return (
    <Action
      button="Resume"
      label={`Resume the ${kind} ${name}`}
      title={`Resume the ${kind} ${name}?`}
      does="Resume"
      onSend={async ({ reason }) => {
        await resume(reason ? { reason } : {})
        return `The ${kind} ${name} is resumed.`
      }}
    >
      <p>It takes work again within seconds, in all processes.</p>
      <ReasonField />
    </Action>
  )
}

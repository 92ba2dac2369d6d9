import type { Output } from '../api.ts'
import { Why } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { seconds } from '../parts/words.ts'

type History = Output<'GET /tasks/{taskId}'>
type Call = History['engineCalls'][number]

/** Each call of an engine, with when it was in the life of the task. */
export function Calls({ engineCalls, engine, createdAt, completedAt }: History) {
  if (engineCalls.length === 0)
    return (
      <p className="quiet">
        {engine === null
          ? 'None so far.'
          : `The last one was of ${engine}; a version that did not record calls made it.`}
      </p>
    )
  const fromMs = Date.parse(createdAt)
  const times = [completedAt, ...engineCalls.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt])]
  const toMs = Math.max(...times.map((at) => (at === null ? 0 : Date.parse(at))), fromMs + 1)
  const percent = (at: string) => ((Date.parse(at) - fromMs) / (toMs - fromMs)) * 100
  const endBefore = (call: Call) => engineCalls[engineCalls.indexOf(call) - 1]?.endedAt ?? createdAt
  return (
    <>
      <Table
        caption="Engine calls, in their order"
        rows={engineCalls}
        columns={{
          Engine: ({ engine }) => engine,
          Attempt: ({ attempt }) => attempt,
          Called: { time: ({ startedAt }) => startedAt },
          Took: {
            measure: ({ startedAt, endedAt }) =>
              endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt),
            text: seconds,
          },
          'From acceptance to end': (call) => (
            <Span
              call={call}
              from={percent(call.startedAt)}
              to={call.endedAt === null ? 100 : percent(call.endedAt)}
              waitedFrom={percent(endBefore(call))}
            />
          ),
          Outcome: ({ outcome, reason }) =>
            outcome === null ? 'goes on' : <Why what={outcome} text={reason && `: ${reason}`} />,
        }}
      />
      <p className="legend">
        <span className="mark works">engine works</span>
        <span className="mark bad">no result</span>
        <span className="mark waits">task waits</span>
      </p>
    </>
  )
}

interface SpanProps {
  readonly call: Call
  /** Places in percent of the time from acceptance to end. */
  readonly from: number
  readonly to: number
  readonly waitedFrom: number
}

function Span({ call: { outcome, isWaiting }, from, to, waitedFrom }: SpanProps) {
  const width = Math.max(1.5, to - from)
  const since = Math.min(from, waitedFrom)
  const isGood = outcome === null || outcome === 'delivered'
  return (
    <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="share" aria-hidden="true">
      <rect width={100} height={8} className="whole" />
      <rect x={since} y={3} width={from - since} height={2} className="waits" />
      {isWaiting ? (
        <rect x={from} y={3} width={width} height={2} className="waits" />
      ) : (
        <rect x={Math.min(from, 98.5)} width={width} height={8} className={isGood ? '' : 'bad'} />
      )}
    </svg>
  )
}

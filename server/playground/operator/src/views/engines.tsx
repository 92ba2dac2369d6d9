import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { Section } from '../page.tsx'
import { Badge, Code, Count, TaskLink, Time, Why } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { nextTryOf } from '../parts/words.ts'
import { PauseEngine, PauseNote } from './pauses.tsx'

type EnginesOutput = Output<'GET /engines'>
type Engine = EnginesOutput['engines'][number]

/** Which engine is ill, since when and why. */
export function Engines({ engines }: EnginesOutput) {
  return (
    <Section title="Engines">
      <Table
        caption="Engines and their health"
        rows={engines}
        idOf={({ name }) => name}
        empty="The providers file names no engine."
        columns={{
          Engine: ({ name }) => name,
          Health: (engine) => (
            <span>
              {engine.paused !== null && (
                <>
                  <PauseNote paused={engine.paused} />
                  <br />
                </>
              )}
              <Badge status={engine.health} />
              {engine.health === 'down' && ` ${nextTryOf(engine)}`}
              {engine.downSince !== null && <Since of="since" at={engine.downSince} />}
              {engine.health === 'up' && engine.failingSince !== null && (
                <Since of="failing since" at={engine.failingSince} />
              )}
            </span>
          ),
          'Last error of the day': ({ lastError }) => lastError && <LastError {...lastError} />,
          'Failures in a row': ({ failuresInARow }) => failuresInARow,
          'Failed calls in an hour': ({ callsFailedInAnHour }) => callsFailedInAnHour,
          'Failed tasks in an hour': {
            count: ({ failedInAnHour }) => failedInAnHour,
            to: ({ name, hourFrom }) =>
              addressOf('tasks', { status: 'FAILED', engine: name, endedFrom: hourFrom }),
            behind: ({ endedInAnHour }) => ` of ${endedInAnHour}`,
          },
          'Passed over in an hour': ({ passedOverInAnHour }) => passedOverInAnHour,
          'In flight': {
            count: ({ inFlight }) => inFlight,
            to: ({ name }) => addressOf('tasks', { status: 'PROCESSING', engine: name }),
            behind: ({ concurrencyMax }) => (concurrencyMax === null ? '' : ` of ${concurrencyMax}`),
          },
          'Starts a minute': { measure: ({ startsPerMinuteMax }) => startsPerMinuteMax, text: String },
          Pause: (engine) => <PauseEngine {...engine} />,
        }}
      />
      <EngineFailures engines={engines} />
    </Section>
  )
}

function Since({ of, at }: { readonly of: string; readonly at: string }) {
  return (
    <>
      , {of} <Time at={at} />
    </>
  )
}

function LastError({ at, what, reason, taskId }: NonNullable<Engine['lastError']>) {
  return (
    <span className="task">
      <Why what={what} text={reason && `: ${reason}`} />
      <span className="quiet">
        <Time at={at} />, <TaskLink id={taskId} />
      </span>
    </span>
  )
}

/** Failed tasks by code, and calls that ended without a result by how. */
function EngineFailures({ engines }: EnginesOutput) {
  const rows = engines.flatMap(({ name, dayFrom, failures, calls }) => [
    ...failures.map(({ code, ...counts }) => ({
      ...{ name, what: <Code code={code} />, ...counts },
      to: addressOf('tasks', { errorCode: code, engine: name, endedFrom: dayFrom }),
    })),
    ...calls.map(({ what, ...counts }) => ({ name, ...counts, what: `call ${what}`, to: undefined })),
  ])
  if (rows.length === 0) return null
  return (
    <>
      <h3>What failed</h3>
      <Table
        caption="Failures of engines by kind"
        isCompact
        rows={rows}
        columns={{
          Engine: ({ name }) => name,
          What: ({ what }) => what,
          'In the last hour': ({ inAnHour }) => inAnHour,
          'In the last day': ({ inADay, to }) => (to === undefined ? inADay : <Count of={inADay} to={to} />),
        }}
      />
    </>
  )
}

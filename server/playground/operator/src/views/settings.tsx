import type { Output } from '../api.ts'
import { useLive } from '../live.tsx'
import { Section } from '../page.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'

type SettingsOutput = Output<'GET /settings'>
type Setting = SettingsOutput['retention'][number]['setting']

/** Gates and retention: what is in force, what follows from it, and where it is set. */
export function Settings() {
  const { retention, gates, providersFile } = useLive('GET /settings', {}, { everyMs: 60_000 }).data
  return (
    <>
      <Section title="Retention">
        <p className="quiet">
          Settings of the environment, the same for all accounts; what is deleted is gone. Workers delete in
          the background, within an hour. To change one, set it and restart the API and the workers.
        </p>
        <Table
          caption="What is deleted when"
          rows={retention}
          columns={{
            Setting: ({ setting }) => <span className="id">{setting}</span>,
            Value: ({ days }) => (days === null ? 'not set' : counted(days, 'day', 'days')),
            'What follows': ({ setting, days }) => whatFollows(setting, days),
          }}
        />
      </Section>
      <Section title="Gates">
        <p className="quiet">
          {providersFile === null
            ? 'Gates are set in the providers file; PROVIDERS_FILE is not set.'
            : `Set in the providers file, ${providersFile}; a SIGHUP to each process reads it again.`}
        </p>
        <Table
          caption="Gates in force"
          rows={gates}
          empty="None: every order goes to its engine, and every result to its customer."
          columns={{
            Gate: ({ name }) => name,
            Asked: ({ at }) => at.map((stage) => stages[stage]).join(', '),
            About: ({ products }) => products?.join(', ') ?? 'every product',
            'Without a verdict': ({ onFailure }) =>
              `${onFailure === 'allow' ? 'lets it through' : 'refuses it'}, after three requests`,
          }}
        />
      </Section>
    </>
  )
}

const stages: Record<SettingsOutput['gates'][number]['at'][number], string> = {
  before: 'before a task goes to its engine',
  after: 'before a result is delivered',
  upload: 'before an upload may be used',
}

const consequences: Record<Setting, { never: string; after: (days: string) => string }> = {
  RESULT_RETENTION_DAYS: {
    never: 'Files of results are kept for ever.',
    after: (days) => `The files of a result are deleted ${days} after its task has ended; the task stays.`,
  },
  TASK_RETENTION_DAYS: {
    never: 'Prompts and messages of tasks are kept for ever.',
    after: (days) =>
      `The prompt, the messages and the result of a task are deleted ${days} after it has ended; its money stays in the ledger.`,
  },
  UPLOAD_RETENTION_DAYS: {
    never: 'Uploads are kept until somebody deletes them.',
    after: (days) => `An upload is deleted ${days} after its last use by a task.`,
  },
}

function whatFollows(setting: Setting, days: number | null): string {
  const { never, after } = consequences[setting]
  return days === null ? never : after(counted(days, 'day', 'days'))
}

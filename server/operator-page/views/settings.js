/** @import { SettingsView } from '../../src/operator/settings-view.ts' */
import { element, table } from '../dom.js'
import { counted } from '../format.js'

/**
 * Gates and retention: what is in force, what follows from it, and where it is set.
 * @param {SettingsView} settings
 */
export function settingsOf({ retention, gates, providersFile }) {
  return [
    section(
      'Retention',
      element(
        'p',
        { class: 'quiet' },
        'Settings of the environment, the same for all accounts; what is deleted is gone. Workers delete in the background, within an hour. To change one, set it and restart the API and the workers.',
      ),
      table(
        'What is deleted when',
        [
          { heading: 'Setting', cell: ({ setting }) => element('span', { class: 'id' }, setting) },
          {
            heading: 'Value',
            cell: ({ days }) => (days === null ? 'not set' : counted(days, 'day', 'days')),
          },
          { heading: 'What follows', cell: ({ setting, days }) => whatFollows(setting, days) },
        ],
        retention,
        'None.',
      ),
    ),
    section(
      'Gates',
      element(
        'p',
        { class: 'quiet' },
        providersFile === null
          ? 'Gates are set in the providers file; PROVIDERS_FILE is not set.'
          : `Set in the providers file, ${providersFile}; a SIGHUP to each process reads it again.`,
      ),
      table(
        'Gates in force',
        [
          { heading: 'Gate', cell: ({ name }) => name },
          { heading: 'Asked', cell: ({ at }) => at.map((stage) => stages[stage]).join(', ') },
          { heading: 'About', cell: ({ products }) => products?.join(', ') ?? 'every product' },
          {
            heading: 'Without a verdict',
            cell: ({ onFailure }) =>
              onFailure === 'allow'
                ? 'lets it through, after three requests'
                : 'refuses it, after three requests',
          },
        ],
        gates,
        'None: every order goes to its engine, and every result to its customer.',
      ),
    ),
  ]
}

/** @type {Record<SettingsView['gates'][number]['at'][number], string>} */
const stages = {
  before: 'before a task goes to its engine',
  after: 'before a result is delivered',
  upload: 'before an upload may be used',
}

/** @type {Record<SettingsView['retention'][number]['setting'], { never: string, after: (days: string) => string }>} */
const consequences = {
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

/**
 * @param {SettingsView['retention'][number]['setting']} setting
 * @param {number | null} days
 */
function whatFollows(setting, days) {
  const { never, after } = consequences[setting]
  return days === null ? never : after(counted(days, 'day', 'days'))
}

/**
 * @param {string} title
 * @param {...Node} nodes
 */
function section(title, ...nodes) {
  return element('section', { class: 'card' }, element('h2', {}, title), ...nodes)
}

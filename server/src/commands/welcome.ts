import { studioCommand } from '../core/package/studio-command.ts'
import type { Parts } from '../wiring/wire.ts'
import type { HttpService } from './http-service.ts'
import { type Block, linesOf } from './look/blocks.ts'
import type { Style } from './look/style.ts'
import { tryIt } from './try-it.ts'

type Served = Pick<HttpService, 'hasPlayground' | 'hasSite' | 'health'>
type Known = {
  readonly config: Pick<Parts['config'], 'publicUrl' | 'dataDir' | 'databaseUrl' | 'adminToken' | 'metrics'>
  readonly providers: Pick<Parts['providers'], 'candidates' | 'list'>
}

const indent = '  '

/**
 * What `serve` prints once it serves: where to look first, the key, and one command to try. Lines fit 60
 * columns, but for that of the command with the key, which is one piece to copy.
 */
export function welcome(
  { config, providers }: Known,
  demoKey: string | undefined,
  http: Served,
  style: Style,
): string {
  const { publicUrl: url, metrics } = config
  const port = http.health?.port
  const blocks: Block[] = [
    `mediagen is serving on ${url}`,
    '',
    {
      fields: [
        http.hasPlayground ? ['Playground', `${url}/`] : null,
        http.hasSite() ? ['Documentation', `${url}/docs/`] : null,
        ['API reference', `${url}/api/docs`],
        ['Gallery', `${url}/gallery`],
        ['Status', `${url}/status`],
        ['Operator', config.adminToken === undefined ? 'off; ADMIN_TOKEN turns it on' : `${url}/admin`],
        port === undefined ? null : ['Metrics', `http://${metrics?.host}:${port}/metrics`],
        isEmbedded(config) ? ['Data', config.dataDir] : null,
      ],
    },
  ]
  if (demoKey !== undefined)
    blocks.push('', 'Demo API key', indent + demoKey, ...tryIt(providers, url, demoKey, http.hasPlayground))
  if (providers.list().length === 0)
    blocks.push(
      '',
      {
        sentence:
          'There is no engine, so nothing can be generated. The studio, a renderer without a model, comes with:',
      },
      indent + studioCommand,
    )
  const narrower = { ...style, columns: style.columns && style.columns - indent.length }
  const lines = linesOf(blocks, narrower).map((line) => (line === '' ? '' : indent + line))
  return `\n${lines.join('\n')}\n\n`
}

/** Whether the database is in the data folder: with another one, the folder may not even exist. */
function isEmbedded({ databaseUrl, dataDir }: Known['config']): boolean {
  return databaseUrl.startsWith(`sqlite:${dataDir}/`)
}

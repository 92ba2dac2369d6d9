import { resolutions } from '@mediagen/contract/limits'
import { Fragment } from 'react'
import type { ProductName } from '../../src/core/domain/products.ts'
import type { CheckOutcomes } from '../../src/http/health/health.ts'
import type { PageSettings } from '../../src/http/pages/look.ts'
import type { AvailableProduct } from '../../src/use-cases/providers/list-availability.ts'
import type { Trouble } from '../../src/use-cases/providers/list-troubles.ts'
import { renderPage } from './document.tsx'

/** What the page tells, all of it as of one moment. */
export interface ServiceStatus {
  readonly checks: CheckOutcomes
  /** Undefined: it cannot be read at the moment. */
  readonly products: readonly AvailableProduct[] | undefined
  readonly troubles: readonly Trouble[] | undefined
  readonly atMs: number
}

export interface StatusPageOptions {
  readonly settings: PageSettings
  readonly version: string
  readonly hasErrorPages: boolean
}

/** What customers know by another name than the probe does. */
const partNames: Readonly<Record<string, string>> = {
  database: 'Accounts and tasks',
  databaseWritable: 'Accounts and tasks',
  migrations: 'Accounts and tasks',
  objectStore: 'Uploads and results',
}

const productNames: Readonly<Record<ProductName, string>> = {
  'image.generate': 'Text to image',
  'image.transform': 'Image to image',
  'video.generate': 'Text to video',
  'video.transform': 'Image to video',
}

/** The state of the service in words, for its customers; names no engine, no host and no number of either. */
export function statusPage(status: ServiceStatus, options: StatusPageOptions): Buffer {
  const description = 'Whether the service works, and what can be ordered at this moment.'
  const at = new Date(status.atMs).toISOString()
  return renderPage(
    { title: 'Status', description, path: '/status', settings: options.settings, hasFiles: true },
    <>
      <VerdictCard {...verdictOf(status)} />
      <div id="details">
        <section>
          <h2>Available now</h2>
          <Products products={status.products} />
        </section>
        <section>
          <h2>Parts of the service</h2>
          <ul className="rows">
            {partsOf(status.checks).map(([name, works]) => (
              <li key={name}>
                <span>{name}</span>
                <span className={works ? 'good' : 'bad'}>{works ? 'available' : 'unavailable'}</span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>If a task takes long</h2>
          <p>
            A task that is <code>QUEUED</code> waits for its turn and can be cancelled; one that is{' '}
            <code>PROCESSING</code> is being worked on. One that fails is refunded.
          </p>
        </section>
        <p className="notes">
          Checked at <time dateTime={at}>{at.slice(11, 19)} UTC</time>. Version {options.version}.
        </p>
        <p className="notes">
          <Links {...options} />
        </p>
      </div>
      <template id="lost">
        <VerdictCard {...lost} />
      </template>
    </>,
  )
}

interface Verdict {
  readonly kind: 'good' | 'busy' | 'bad'
  readonly words: string
  readonly advice: string
}

/** What an open page says when it no longer gets a response. */
const lost: Verdict = {
  kind: 'bad',
  words: 'The service does not respond',
  advice: 'What is below was true before. This page keeps trying.',
}

function VerdictCard({ kind, words, advice }: Verdict) {
  return (
    <div className={`verdict ${kind}`} role="status">
      <h1>{words}</h1>
      <p>{advice}</p>
    </div>
  )
}

function verdictOf({ checks, products, troubles }: ServiceStatus): Verdict {
  if (Object.values(checks).includes('failed'))
    return {
      kind: 'bad',
      words: 'The service is not ready',
      advice: 'New tasks may be refused at the moment. Nothing is charged for a refused task.',
    }
  if (products === undefined || troubles === undefined)
    return {
      kind: 'busy',
      words: 'The state is not known',
      advice: 'The service answers, but cannot say at the moment how well it works.',
    }
  const out = products.filter((one) => !one.tiers.some(({ isAvailable }) => isAvailable))
  const partly = products.filter((one) => !one.tiers.every(({ isAvailable }) => isAvailable))
  // Resolutions that are unavailable say already that their engines fail.
  const others = troubles.filter(
    ({ product, kind }) => !(kind === 'enginesFail' ? partly : out).some((one) => one.product === product),
  )
  if (out.length > 0)
    return {
      kind: 'bad',
      words: `${namesOf(out)} unavailable`,
      advice: [
        'Such tasks are refused at the moment, and nothing is charged for them.',
        ...troublesInWords(others),
      ].join(' '),
    }
  if (others.length > 0)
    return {
      kind: others.some(({ kind }) => kind !== 'waits') ? 'bad' : 'busy',
      words: 'Not everything works',
      advice: troublesInWords(others).join(' '),
    }
  const tiers = products.flatMap((product) => product.tiers)
  if (tiers.some(({ isAvailable }) => !isAvailable))
    return {
      kind: 'busy',
      words: 'Some resolutions are unavailable',
      advice: 'New tasks of the others are accepted, and tasks accepted before are still carried out.',
    }
  if (tiers.length === 0)
    return {
      kind: 'busy',
      words: 'Nothing is offered yet',
      advice: 'The service works, but has nothing that can make images or videos.',
    }
  return {
    kind: 'good',
    words: 'Everything works',
    advice: 'New tasks are accepted for every product and resolution that is offered.',
  }
}

function namesOf(products: readonly AvailableProduct[]): string {
  const names = products.map(({ product }) => productNames[product])
  return `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'is' : 'are'}`
}

const troubleWords: Readonly<Record<Trouble['kind'], string>> = {
  fails: 'most tasks have failed lately',
  enginesFail: 'the last attempts failed',
  waits: 'tasks wait a long time',
}

function troublesInWords(troubles: readonly Trouble[]): string[] {
  if (troubles.length === 0) return []
  const sentences = troubles.map(({ product, kind }) => `${productNames[product]}: ${troubleWords[kind]}.`)
  return [...sentences, 'A task that fails is refunded.']
}

function Products({ products }: Pick<ServiceStatus, 'products'>) {
  if (products === undefined) return <p>That cannot be said at the moment.</p>
  if (products.length === 0) return <p>Nothing.</p>
  return (
    <>
      <ul className="rows">
        {products.map(({ product, tiers }) => (
          <li key={product}>
            <span>{productNames[product]}</span>
            <ul className="tiers">
              {tiers.map(({ tier, isAvailable }) => (
                <li key={tier} className={isAvailable ? 'good' : 'busy'}>
                  {tier}
                  {pixelsOf(product, tier)}
                  {!isAvailable && ': unavailable'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="notes">Pixels are those of an image's longer edge, and of a video's shorter one.</p>
    </>
  )
}

/** What a tier stands for, unless its name says so, as `480p` does. */
function pixelsOf(product: ProductName, tier: string) {
  const tiers: Readonly<Record<string, { px: number }>> = resolutions[product]
  const { px } = tiers[tier] ?? {}
  return px !== undefined && tier !== `${px}p` && <small> {px.toLocaleString('en')} px</small>
}

/** The parts in the order of their first check; one works if all its checks do. */
function partsOf(checks: CheckOutcomes): [name: string, works: boolean][] {
  const parts = new Map<string, boolean>()
  for (const [check, outcome] of Object.entries(checks)) {
    const name = partNames[check] ?? 'Everything else'
    parts.set(name, (parts.get(name) ?? true) && outcome === 'ok')
  }
  return [...parts]
}

function Links({ settings, hasErrorPages }: StatusPageOptions) {
  const documents = settings.links.filter(({ path }) => path === '/docs/' || path === '/api/docs')
  const errors = hasErrorPages ? [{ path: '/docs/errors/', name: 'What each error means' }] : []
  return [...errors, ...documents].map(({ path, name }, index) => (
    <Fragment key={path}>
      {index > 0 && ' · '}
      <a href={path}>{name}</a>
    </Fragment>
  ))
}

import type { RequestListener } from 'node:http'
import type { CompiledPackages } from './fixture-packages.ts'

/** An app whose operations all return an empty object, and what they were handed last. */
export interface RecordingApp {
  readonly app: RequestListener
  readonly last: () => { readonly operation: string; readonly input: unknown } | undefined
  readonly forget: () => void
}

/** The generated app of a package whose operations need no credentials, whatever their tags. */
export async function recordingApp(packages: CompiledPackages, name: string): Promise<RecordingApp> {
  let last: { operation: string; input: unknown } | undefined
  const backend = new Proxy(
    {},
    {
      get: (_target, operation) => async (input: unknown) => {
        last = { operation: String(operation), input }
        return {}
      },
    },
  )
  // Nobody implements what is left out.
  const apis = new Proxy({}, { get: (_target, tag) => (tag === 'leftOut' ? undefined : backend) })
  const { createContractApp } = await packages.load(`${name}/server/index.js`)
  if (typeof createContractApp !== 'function') throw new Error('The package has no app')
  const app = createContractApp(apis, { authenticate: {} })
  return {
    app,
    last: () => last,
    forget: () => {
      last = undefined
    },
  }
}

import { fileURLToPath } from 'node:url'
import { typeErrors } from './type-errors.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Node's own types say of a request what a page's do not. */
export const pageOptions = { jsx: 'react-jsx', lib: ['ES2023', 'DOM', 'DOM.Iterable'] }

/**
 * What the compiler says to some programs that use the SDK from its sources, as strictly as it compiles itself;
 * they are components with options of their own.
 */
export function compile(sources: readonly string[], own?: typeof pageOptions): string[] {
  const extension = own ? 'tsx' : 'ts'
  const files = Object.fromEntries(
    sources.map((source, index) => [`sample-${index}.${extension}`, source] as const),
  )
  const paths = {
    '@mediagen/sdk': [`${root}sdk/src/index.ts`],
    '@mediagen/sdk/proxy': [`${root}sdk/src/proxy/index.ts`],
    '@mediagen/sdk/react': [`${root}sdk/src/react/index.ts`],
    '@mediagen/sdk/testing': [`${root}sdk/src/testing/index.ts`],
    '@mediagen/sdk/testing/msw': [`${root}sdk/src/testing/msw.ts`],
  }
  return typeErrors(files, {
    extends: `${root}tsconfig.base.json`,
    compilerOptions: { ...own, noEmit: true, paths },
  })
}

import { expect, test } from 'vitest'
import { replicateKind } from '../../server/src/engines/replicate/replicate.ts'
import { jobs } from './support/job.ts'
import { startAgainst } from './support/start-against.ts'
import { commonOutcomes, ownOutcomes } from './support/start-outcomes.ts'

// All adapters judge the response to a start by one function; the conformance kit asks each but cog whether it does.
test.each(
  [...commonOutcomes, ...ownOutcomes].map(
    ({ name, response, outcome }) => [name, outcome.kind, response, outcome] as const,
  ),
)('%s as the response to a start is %s, in one line, after one submission', async (...row) => {
  const [, , response, expected] = row
  const outcome = await startAgainst(
    replicateKind,
    { models: { 'image.generate': 'sdxl' }, options: { mode: 'cog' } },
    jobs['image.generate'],
    response,
  )
  expect(outcome).toMatchObject(expected)
  if ('message' in outcome) expect(outcome.message).toMatch(/^[^\n]{1,600}$/)
})

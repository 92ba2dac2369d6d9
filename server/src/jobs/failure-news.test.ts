import { expect, test } from 'vitest'
import { createFailureNews } from './failure-news.ts'

test('a job that fails as before is told of once an hour, and one that fails otherwise at once', () => {
  let minutes = 0
  const isNews = createFailureNews(() => minutes * 60_000)
  const told: (string | number)[] = []
  for (; minutes < 120; minutes += 5) {
    if (isNews('expire-uploads', 'The clocks disagree.')) told.push(minutes)
    if (minutes === 30 && isNews('sweep-objects', 'The clocks disagree.')) told.push('of another job')
  }
  if (isNews('expire-uploads', 'The database is away.')) told.push('another failure')
  expect(told).toEqual([0, 'of another job', 55, 110, 'another failure'])
})

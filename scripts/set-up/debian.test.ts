import { afterEach, describe, expect, test, vi } from 'vitest'
import { mariadb, requireSystemPrograms, systemPrograms } from './debian.mjs'
import { SetUpError } from './project.mjs'

afterEach(() => vi.unstubAllEnvs())

describe('a setting that names a program of the system', () => {
  const settings = systemPrograms.flatMap(({ insteadOf = [] }) => insteadOf)

  test.each(settings.filter((name) => !name.endsWith('_URL')))(
    '%s is named itself where that does not exist',
    async (name) => {
      vi.stubEnv(name, '/nonexistent/program')
      const entry = systemPrograms.filter(({ insteadOf }) => insteadOf?.includes(name))
      await expect(requireSystemPrograms(entry)).rejects.toEqual(
        new SetUpError(`${name} is /nonexistent/program, which does not exist`),
      )
    },
  )

  test('may be a path, the name of a program in PATH, or an address', async () => {
    for (const program of [process.execPath, 'sh']) {
      vi.stubEnv('MEDIAGEN_TEST_MYSQLD', program)
      await expect(requireSystemPrograms([mariadb])).resolves.toBeUndefined()
    }
    vi.stubEnv('MEDIAGEN_TEST_MYSQLD', '')
    vi.stubEnv('MEDIAGEN_TEST_MYSQL_URL', 'mysql://root@127.0.0.1/')
    await expect(requireSystemPrograms([mariadb])).resolves.toBeUndefined()
  })
})

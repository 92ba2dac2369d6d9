import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ensureSystemPrograms,
  mariadb,
  readNoSystem,
  requireSystemPrograms,
  systemPrograms,
} from './debian.mjs'
import { SetUpError } from './project.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

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

describe('--no-system', () => {
  test('is taken out of the arguments, wherever it stands', () => {
    const args = ['--project', 'unit']
    expect(readNoSystem(args)).toEqual({ args, mayInstall: true })
    expect(readNoSystem(['--no-system', ...args])).toEqual({ args, mayInstall: false })
    expect(readNoSystem([...args, '--no-system'])).toEqual({ args, mayInstall: false })
  })

  test('names each missing program with what is skipped, and the Debian packages, and starts nothing', async () => {
    // Nothing is found there, apt-get included.
    vi.stubEnv('PATH', '/nonexistent')
    vi.stubEnv('MEDIAGEN_REQUIRE', '')
    vi.stubEnv('CHROMIUM_PATH', '')
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await ensureSystemPrograms({ mayInstall: false })
    const text = said.mock.calls.map(([line]) => String(line)).join('')
    expect(text).toContain(
      'chromium is not installed, so the tests in a browser cannot run and are skipped\n',
    )
    expect(text).toMatch(/on Debian, these are the packages .*chromium/)
    expect(text).not.toContain('installing')
  })

  test('fails where a missing program is required', async () => {
    vi.stubEnv('PATH', '/nonexistent')
    vi.stubEnv('CHROMIUM_PATH', '')
    vi.stubEnv('MEDIAGEN_REQUIRE', 'browser')
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await expect(ensureSystemPrograms({ mayInstall: false })).rejects.toThrow(
      'chromium is not installed, so the tests in a browser cannot run, and MEDIAGEN_REQUIRE=browser requires them',
    )
  })
})

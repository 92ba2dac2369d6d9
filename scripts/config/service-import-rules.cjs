/** The import rules between the service's packages and between the folders of `server/src`. */
const tests = '\\.test\\.ts$|/support/'

/** The packages that are the service. The contract and the studio stand alone, with rules of their own. */
const servicePackages = ['core', 'database', 'engines', 'media', 'storage', 'worker']
const service = `^server/(${['src', ...servicePackages.map((name) => `${name}/src`)].join('|')})/`

/**
 * What each part may import besides itself, packages of npm and the facts of the contract. A part is a
 * package, a folder of a package (`core/domain`) or a folder of `server/src`.
 */
const allowed = {
  'core/domain': [],
  'core/async': [],
  'core/ports': ['core/domain'],
  database: ['core'],
  engines: ['core'],
  media: ['core'],
  storage: ['core'],
  worker: ['core', 'database'],
  'use-cases': ['core', 'database'],
  'operator-files': ['core'],
  http: ['core', 'use-cases'],
  jobs: ['core', 'use-cases'],
  admin: ['core', 'use-cases'],
  commands: ['core', 'use-cases', 'http', 'jobs', 'admin'],
}

/** Single files that a folder may also import: entry points read the settings and wire the parts. */
const entryFiles = ['wire.ts', 'wire-storage.ts', 'config.ts', 'environment.ts', 'small-heap.ts'].map(
  (name) => `src/${name}`,
)
const allowedFiles = {
  jobs: entryFiles,
  admin: entryFiles,
  // The schema is moved by a command, its state is part of being ready, and an embedded database has one
  // server.
  commands: [
    ...entryFiles,
    'src/wire-http.ts',
    'src/private-files.ts',
    'src/operator-files/operator-file-error.ts',
    'database/src/migrate.ts',
    'database/src/exclusive-lock.ts',
    // What prevents a start is said in terms of DATABASE_URL.
    'database/src/database-unavailable-error.ts',
    'database/src/dialect/mysql-url.ts',
    // Generates one image outside all tasks, for `providers check --generate`.
    'worker/src/try-provider.ts',
    // The embedded service resumes what a crash interrupted.
    'worker/src/take-over-tasks.ts',
    // A worker starts only where results in transit can be written.
    'worker/src/results/work-folder.ts',
  ],
}

/** The folder of a part, as a regular expression. */
function folderOf(part) {
  const [name, ...folders] = part.split('/')
  return servicePackages.includes(name)
    ? `^server/${[name, 'src', ...folders].join('/')}/`
    : `^server/src/${part}/`
}

const layers = Object.entries(allowed).map(([part, others]) => ({
  name: `${part}-imports`,
  comment: `${part} may import ${[part, ...others, 'facts of the contract'].join(', ')}.`,
  severity: 'error',
  from: { path: folderOf(part), pathNot: tests },
  to: {
    path: service,
    pathNot: [
      ...[part, ...others].map(folderOf),
      ...(allowedFiles[part] ?? []).map((path) => `^server/${path.replace('.', '\\.')}$`),
    ],
  },
}))

const names = Object.keys(allowed)
const coreFolders = names.flatMap((part) => (part.startsWith('core/') ? [part.slice(5)] : []))
const sourceFolders = names.filter((part) => !servicePackages.includes(part.split('/')[0]))

/** Folders of one package that do not know each other, and folders without a rule. */
const folders = [
  {
    name: 'unlisted-folder',
    comment: 'A new folder of server/src or server/core/src needs an entry in `allowed`.',
    severity: 'error',
    from: {
      path: [
        `^server/src/(?!(${sourceFolders.join('|')})/)[^/]+/`,
        `^server/core/src/(?!(${coreFolders.join('|')})/)`,
      ],
      pathNot: tests,
    },
    to: {},
  },
  {
    name: 'engine-kinds-isolated',
    comment: 'An adapter of an engine may import what all share, and no other adapter.',
    severity: 'error',
    from: { path: '^server/engines/src/([^/]+)/', pathNot: tests },
    to: { path: '^server/engines/src/', pathNot: '^server/engines/src/($1|shared)/' },
  },
  {
    name: 'object-stores-isolated',
    comment: 'The object stores share nothing.',
    severity: 'error',
    from: { path: '^server/storage/src/([^/]+)/', pathNot: tests },
    to: { path: '^server/storage/src/', pathNot: '^server/storage/src/$1/' },
  },
  {
    name: 'coordination-on-top',
    comment: 'Coordination is built on the statements, which do not know it.',
    severity: 'error',
    from: { path: '^server/database/src/', pathNot: ['^server/database/src/coordination/', tests] },
    to: { path: '^server/database/src/coordination/' },
  },
]

module.exports = { tests, service, servicePackages, layers, folders }

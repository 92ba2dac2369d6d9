/** How a row of a table in dependency-cruiser.cjs becomes a rule. */

const tests = '\\.test\\.ts$|/support/'

const literal = (path) => path.replace(/[.]/g, '\\.')
const pathOf = (home, part) =>
  `^${home}/${literal(part).replace('*', '[^/]+')}${part.endsWith('.ts') ? '$' : '/'}`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Each folder may import itself, the others of its row, and what is `everyones`. */
const layers = (home, folders, everyones = 'generated') =>
  Object.entries(folders).map(([folder, others]) =>
    rule(
      `${home}/${folder}`,
      `${home}/${folder} may import ${others.join(', ') || 'nothing else'}.`,
      { path: pathOf(home, folder), pathNot: tests },
      { path: `^${home}/`, pathNot: [folder, ...others, everyones].map((part) => pathOf(home, part)) },
    ),
  )

/** A package in an import that resolves: below node_modules, or in our own tree. */
const packagePath = (name) =>
  name.startsWith('node:')
    ? `^(node:)?${name.slice(5)}$`
    : name.startsWith('@mediagen/')
      ? `^${name}(/|$)|(^|/)${name.slice('@mediagen/'.length)}/dist/`
      : `(^|node_modules/)(@types/)?${literal(name)}(/|$)`

module.exports = { layers, literal, packagePath, rule, tests }

#!/usr/bin/env node
// Without imports, so that a Node that is too old reads it and says what is missing.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(`mediagen-codegen needs Node 22.12 or newer, and this is ${process.versions.node}.\n`)
  process.exit(2)
}
import('../dist/main.js')

#!/usr/bin/env node
// Without imports, so that a Node that is too old reads it and says what is missing.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`mediagen-codegen needs Node 20.19 or newer, and this is ${process.versions.node}.\n`)
  process.exit(2)
}
import('../dist/main.js')

// node as-esm.mjs URL PATH: the exercise with the SDK imported. Prints the report, and ends when nothing is
// open any more.
import * as sdk from '@mediagen/sdk'
import { exercise } from './exercise.mjs'

const [url, path] = process.argv.slice(2)
console.log(JSON.stringify(await exercise(sdk, { url, path })))

// Bundled into a page: the exercise in a browser, whose report the page leaves in `report`.
import * as sdk from '@mediagen/sdk'
import { exercise } from './exercise.mjs'

globalThis.report = exercise(sdk, { url: location.origin })

export { fullFormats as formats } from 'ajv-formats/dist/formats.js'

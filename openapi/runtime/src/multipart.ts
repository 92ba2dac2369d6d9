/** The reader of forms with files: for contracts that have some. */
export { parseMultipart } from './edge/read-multipart.ts'

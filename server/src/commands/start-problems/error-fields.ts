/** The fields that errors of Node, mysql2 and SQLite have beside the message, where one has them. */
export function errorFields(error: Error) {
  return {
    code: text(error, 'code'),
    syscall: text(error, 'syscall'),
    path: text(error, 'path'),
    sqlMessage: text(error, 'sqlMessage'),
    port: number(error, 'port'),
    errcode: number(error, 'errcode'),
  }
}

function text(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

function number(error: Error, name: string): number | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'number' ? value : undefined
}

/** A part of a view: `length` bytes from `offset`. */
export function viewOf(view: DataView, length: number, offset = 0): DataView {
  return new DataView(view.buffer, view.byteOffset + offset, length)
}
